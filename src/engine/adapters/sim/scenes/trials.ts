import type { Scene, SceneControl } from '../scene.ts';

const field = (key: string, name: string, value = ''): SceneControl => ({
  key,
  type: 'Edit',
  name,
  flags: ['focusable'],
  patterns: { value: { value, readOnly: false } },
});

const box = (key: string, name: string): SceneControl => ({
  key,
  type: 'CheckBox',
  name,
  flags: ['focusable'],
  patterns: { toggle: 'off' },
});

const button = (key: string, name: string): SceneControl => ({
  key,
  type: 'Button',
  name,
  flags: ['focusable'],
  patterns: { invoke: true },
});

/** Controls that do what they are told, and one for each way in which providers do not. */
export const trials: Scene = {
  key: 'trials',
  title: 'Trials',
  app: 'trials',
  className: 'TrialsForm',
  rect: [300, 200, 480, 600],
  stages: [
    [
      field('name', 'Name', 'ada'),
      { ...field('short', 'Short', 'abc'), provider: { kind: 'cuts', characters: 5 } },
      { ...field('stubborn', 'Stubborn', 'old'), provider: { kind: 'lies' } },
      { ...field('shy', 'Shy', 'old'), provider: { kind: 'refuses' } },
      { ...field('secret', 'Secret', 'hunter2'), flags: ['focusable', 'password'] },
      { ...field('fixed', 'Fixed', 'D-42'), patterns: { value: { value: 'D-42', readOnly: true } } },
      box('quick', 'Quick'),
      { ...box('late', 'Late'), provider: { kind: 'lags', ms: 250 } },
      { ...box('painted', 'Painted'), provider: { kind: 'lies' } },
      {
        key: 'count',
        type: 'Spinner',
        name: 'Count',
        flags: ['focusable'],
        patterns: {
          rangeValue: { value: 5, minimum: 0, maximum: 100, readOnly: false },
          value: { value: '5', readOnly: false },
        },
      },
      {
        key: 'group',
        type: 'List',
        name: 'Choices',
        children: ['One', 'Two', 'Three'].map((name, index) => ({
          key: `choice${index}`,
          type: 'ListItem',
          name,
          patterns: { selectionItem: { selected: index === 0 } },
        })),
      },
      {
        key: 'more',
        type: 'Group',
        name: 'More',
        actions: ['show menu'],
        patterns: { expandCollapse: 'collapsed' },
      },
      { ...button('go', 'Go'), causes: [{ kind: 'renames', key: 'log', name: 'Gone' }] },
      { ...button('dead', 'Dead') },
      { ...button('lock', 'Lock'), causes: [{ kind: 'disables', key: 'go' }] },
      { ...button('vanish', 'Vanish'), causes: [{ kind: 'removes', key: 'vanish' }] },
      { ...button('ask', 'Ask'), causes: [{ kind: 'opens', scene: 'confirm' }] },
      {
        ...button('block', 'Ask and wait'),
        provider: { kind: 'blocks' },
        causes: [{ kind: 'opens', scene: 'confirm' }],
      },
      { key: 'log', type: 'StatusBar', name: 'Nothing yet' },
    ],
  ],
};

/** The question that a button of the trials asks. */
export const confirm: Scene = {
  key: 'confirm',
  title: 'Really?',
  app: 'trials',
  className: '#32770',
  rect: [380, 320, 240, 120],
  modal: true,
  owner: 'trials',
  closed: true,
  stages: [[{ ...button('yes', 'Yes'), causes: [{ kind: 'closes', scene: 'confirm' }] }, button('no', 'No')]],
};

import type { Scene, SceneControl } from '../scene.ts';

const POEM = Array.from({ length: 400 }, (_, line) => `Line ${line + 1} of the text.`).join('\n');

export const notepad: Scene = {
  key: 'notepad',
  title: 'Untitled - Notepad',
  app: 'notepad',
  className: 'Notepad',
  rect: [200, 120, 800, 600],
  stages: [
    [
      {
        key: 'text',
        type: 'Document',
        name: 'Text editor',
        flags: ['focusable'],
        patterns: { text: true, value: { value: POEM, readOnly: false }, scroll: { vertical: 0 } },
        text: POEM,
      },
      { key: 'status', type: 'StatusBar', name: 'Ln 1, Col 1' },
    ],
  ],
};

/** The question that notepad asks before it closes. */
export const question: Scene = {
  key: 'question',
  title: 'Save changes?',
  app: 'notepad',
  className: '#32770',
  rect: [400, 300, 360, 160],
  modal: true,
  owner: 'notepad',
  stages: [
    [
      { key: 'text', type: 'Text', name: 'Do you want to save changes to Untitled?' },
      { key: 'yes', type: 'Button', name: 'Save', patterns: { invoke: true } },
      { key: 'no', type: 'Button', name: "Don't save", patterns: { invoke: true } },
      { key: 'cancel', type: 'Button', name: 'Cancel', patterns: { invoke: true } },
    ],
  ],
};

const NEXT: SceneControl = { key: 'next', type: 'Button', name: 'Next', patterns: { invoke: true } };

/** A wizard whose pages re-use automation ids, and one native handle for another kind of control. */
export const wizard: Scene = {
  key: 'wizard',
  title: 'Install',
  app: 'install',
  className: 'WizardForm',
  rect: [240, 160, 560, 420],
  stages: [
    [
      {
        key: 'page1.name',
        type: 'Edit',
        name: 'Your name',
        automationId: 'field1',
        patterns: { value: { value: '', readOnly: false } },
      },
      { key: 'slot', type: 'CheckBox', name: 'I agree', automationId: 'field2', patterns: { toggle: 'off' } },
      NEXT,
    ],
    [
      {
        key: 'page2.folder',
        type: 'Edit',
        name: 'Folder',
        automationId: 'field1',
        patterns: { value: { value: '/opt', readOnly: false } },
      },
      { key: 'slot', type: 'Button', name: 'Delete old version', automationId: 'field2', patterns: { invoke: true } },
      NEXT,
    ],
  ],
};

/** Five thousand elements in fifty groups. */
export const large: Scene = {
  key: 'large',
  title: 'Five thousand',
  app: 'large',
  className: 'LargeForm',
  rect: [0, 0, 1600, 1000],
  stages: [
    Array.from({ length: 50 }, (_, group) => ({
      key: `g${group}`,
      type: 'Group',
      name: `Group ${group + 1}`,
      children: Array.from({ length: 99 }, (_, item) => ({
        key: `g${group}.b${item}`,
        type: 'Button',
        name: `Button ${group + 1}.${item + 1}`,
        patterns: { invoke: true },
      })),
    })),
  ],
};

import type { Scene } from '../scene.ts';

/** The form that the token target is measured on: twenty-five controls, one or more of every common kind. */
const PLAIN = { font: 'Sans', size: 10, bold: false, alignment: 'left' } as const;

export const settings: Scene = {
  key: 'settings',
  title: 'Settings',
  app: 'settings',
  className: 'SettingsForm',
  rect: [80, 60, 640, 900],
  stages: [
    [
      {
        key: 'menu',
        type: 'MenuBar',
        name: 'Menu',
        children: [
          { key: 'file', type: 'MenuItem', name: 'File', patterns: { expandCollapse: 'collapsed' } },
          { key: 'help', type: 'MenuItem', name: 'Help', accelerator: 'F1', patterns: { invoke: true } },
        ],
      },
      {
        key: 'tabs',
        type: 'Tab',
        name: 'Pages',
        children: [
          { key: 'general', type: 'TabItem', name: 'General', patterns: { selectionItem: { selected: true } } },
          { key: 'privacy', type: 'TabItem', name: 'Privacy', patterns: { selectionItem: { selected: false } } },
        ],
      },
      { key: 'account', type: 'Text', name: 'Account' },
      {
        key: 'user',
        type: 'Edit',
        name: 'User name',
        automationId: 'userName',
        flags: ['focused', 'focusable', 'required'],
        patterns: { value: { value: 'ada', readOnly: false }, text: true },
      },
      {
        key: 'password',
        type: 'Edit',
        name: 'Password',
        automationId: 'password',
        flags: ['focusable', 'password'],
        patterns: { value: { value: 'correct horse battery staple', readOnly: false } },
      },
      {
        key: 'serial',
        type: 'Edit',
        name: 'Serial',
        flags: ['focusable'],
        patterns: { value: { value: 'D-42', readOnly: true } },
      },
      {
        key: 'language',
        type: 'ComboBox',
        name: 'Language',
        flags: ['focusable'],
        patterns: { value: { value: 'English', readOnly: true }, expandCollapse: 'collapsed' },
      },
      {
        key: 'updates',
        type: 'CheckBox',
        name: 'Updates',
        flags: ['focusable'],
        patterns: { toggle: 'on' },
      },
      { key: 'share', type: 'CheckBox', name: 'Share all', patterns: { toggle: 'indeterminate' } },
      { key: 'light', type: 'RadioButton', name: 'Light', patterns: { selectionItem: { selected: true } } },
      { key: 'dark', type: 'RadioButton', name: 'Dark', patterns: { selectionItem: { selected: false } } },
      {
        key: 'volume',
        type: 'Slider',
        name: 'Volume',
        flags: ['focusable'],
        patterns: { rangeValue: { value: 30, minimum: 0, maximum: 100, readOnly: false } },
      },
      {
        key: 'size',
        type: 'Spinner',
        name: 'Font size',
        flags: ['focusable'],
        patterns: { rangeValue: { value: 12, minimum: 6, maximum: 72, readOnly: false } },
      },
      {
        key: 'disk',
        type: 'ProgressBar',
        name: 'Disk',
        patterns: { rangeValue: { value: 61.5, minimum: 0, maximum: 100, readOnly: true } },
      },
      {
        key: 'fonts',
        type: 'List',
        name: 'Fonts',
        children: [
          { key: 'mono', type: 'ListItem', name: 'Mono', patterns: { selectionItem: { selected: true } } },
          { key: 'serif', type: 'ListItem', name: 'Serif', patterns: { selectionItem: { selected: false } } },
        ],
      },
      {
        key: 'folders',
        type: 'Tree',
        name: 'Folders',
        children: [
          {
            key: 'home',
            type: 'TreeItem',
            name: 'Home',
            patterns: { expandCollapse: 'expanded', selectionItem: { selected: false } },
            children: [
              { key: 'music', type: 'TreeItem', name: 'Music', patterns: { selectionItem: { selected: false } } },
            ],
          },
        ],
      },
      {
        key: 'notes',
        type: 'Document',
        name: 'Notes',
        flags: ['focusable'],
        patterns: { text: true, value: { value: 'Call Bob', readOnly: false }, scroll: { vertical: 0 } },
        text: 'Call Bob about the invoice.\nBuy paper.\n',
        marks: {
          caret: 8,
          selections: [{ start: 5, end: 8 }],
          runs: [
            { start: 0, end: 5, attributes: PLAIN },
            { start: 5, end: 8, attributes: { ...PLAIN, bold: true } },
            { start: 8, end: 39, attributes: PLAIN },
          ],
        },
      },
      { key: 'bold', type: 'Button', name: 'Bold', actions: ['show menu'], patterns: { toggle: 'off' } },
      { key: 'terms', type: 'Hyperlink', name: 'Terms', patterns: { invoke: true } },
      {
        key: 'export',
        type: 'SplitButton',
        name: 'Export',
        patterns: { invoke: true, expandCollapse: 'collapsed' },
      },
      { key: 'save', type: 'Button', name: 'Save', flags: ['disabled'], patterns: { invoke: true } },
      { key: 'cancel', type: 'Button', name: 'Cancel', flags: ['focusable'], patterns: { invoke: true } },
      {
        key: 'erase',
        type: 'Button',
        name: 'Erase everything',
        flags: ['offscreen'],
        patterns: { invoke: true },
      },
      { key: 'status', type: 'StatusBar', name: 'Ready' },
    ],
  ],
};

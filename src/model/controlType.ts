/** The UI Automation control types: the vocabulary for kinds of control on every platform. */
export const CONTROL_TYPES = [
  'AppBar',
  'Button',
  'Calendar',
  'CheckBox',
  'ComboBox',
  'Custom',
  'DataGrid',
  'DataItem',
  'Document',
  'Edit',
  'Group',
  'Header',
  'HeaderItem',
  'Hyperlink',
  'Image',
  'List',
  'ListItem',
  'Menu',
  'MenuBar',
  'MenuItem',
  'Pane',
  'ProgressBar',
  'RadioButton',
  'ScrollBar',
  'SemanticZoom',
  'Separator',
  'Slider',
  'Spinner',
  'SplitButton',
  'StatusBar',
  'Tab',
  'TabItem',
  'Table',
  'Text',
  'Thumb',
  'TitleBar',
  'ToolBar',
  'ToolTip',
  'Tree',
  'TreeItem',
  'Window',
] as const;

export type ControlType = (typeof CONTROL_TYPES)[number];

const BY_LOWER_CASE: ReadonlyMap<string, ControlType> = new Map(
  CONTROL_TYPES.map((type) => [type.toLowerCase(), type]),
);

/** The control type that `text` names, in any case of letters. */
export function controlTypeNamed(text: string): ControlType | undefined {
  return BY_LOWER_CASE.get(text.trim().toLowerCase());
}

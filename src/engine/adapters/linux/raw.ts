import type { Rect } from '../../../model/element.ts';
import type { States } from './atspi.ts';

/** What AT-SPI says of one object: the input of the pure mapping, and the form in which tests record it. */
export interface RawNode {
  readonly role: number;
  readonly name: string;
  readonly states: States;
  /** Full interface names, such as `org.a11y.atspi.Action`. */
  readonly interfaces: readonly string[];
  /** As the toolkit gives it, on the screen or in the window; absent where it says nothing usable. */
  readonly rect?: Rect;
  readonly actions?: readonly string[];
  readonly range?: { readonly value: number; readonly minimum: number; readonly maximum: number };
  /** The text of a control that holds text; never read for a password. */
  readonly text?: string;
  /** Name of the object that labels this one. */
  readonly label?: string;
  /** Name of the selected child of a combo box. */
  readonly selected?: string;
  readonly table?: { readonly rows: number; readonly columns: number };
  /** Whether its container lets it be selected, where its own states do not tell. */
  readonly choice?: boolean;
  readonly cell?: { readonly row: number; readonly column: number };
  /** The `id` that a web page gives the element, and its classes. */
  readonly id?: string;
  readonly className?: string;
  /** A top-level window by its place in the tree, where its role does not say so. */
  readonly window?: true;
}

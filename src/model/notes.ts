import type { Note, NoteCode } from './element.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmless } from './text.ts';

/** Room for a reason together with the command that mends it. */
const DETAIL_LIMIT = 500;

/** What each situation means for the reader of the answer, and what to do about it. */
const SENTENCES: Readonly<Record<NoteCode, (detail: string) => string>> = {
  minimized: () => 'The window is minimized: most of its controls do not exist now. Restore it first.',
  modal_open: (windows) => `A modal dialog is open: ${fenced(windows)}. This window does not react until it is closed.`,
  popup_open: (windows) =>
    `A popup of this window is open: ${fenced(windows)}. Its contents may stand there, not here.`,
  not_populated: (why) =>
    `The application has not built its tree yet. Observe again in a moment.${why && ` Why: ${why}.`}`,
  chromium_closed: (flag) => `This Chromium window exposes no web content. Start it with ${flag}.`,
  canvas: () => 'Part of this window is a canvas that exposes no controls; it can only be seen.',
  no_coordinates: (why) => `No screen coordinates here: ${why || 'the window system gives none'}.`,
  accessibility_enabled: () =>
    'Deskhand switched the accessibility service of this session on and restores the setting when it ends.',
  accessibility_off: (why) => `The accessibility service does not answer: ${why}.`,
  application_silent: (why) => `This application exposes no controls: ${why || 'it is not on the accessibility bus'}.`,
  simulated: (why) => `Simulated desktop: ${why}.`,
};

/** Titles are texts of applications. */
function fenced(text: string): string {
  return `${FENCE_OPEN}${text}${FENCE_CLOSE}`;
}

/** Situations in which the controls of a window are not there to be read. */
const HIDES_CONTROLS: ReadonlySet<NoteCode> = new Set([
  'minimized',
  'not_populated',
  'chromium_closed',
  'application_silent',
  'accessibility_off',
]);

/** Whether the note says why controls are not there: what is read then is not all that the window has. */
export function hidesControls({ code }: Note): boolean {
  return HIDES_CONTROLS.has(code);
}

/** The note as a sentence. */
export function noteSentence({ code, detail }: Note): string {
  return SENTENCES[code](harmless(detail ?? '', DETAIL_LIMIT));
}

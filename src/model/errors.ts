import { harmless, quoted } from './text.ts';

/** What an error says of itself: a sentence, the next step, and whether the same call may succeed later. */
interface ErrorText {
  readonly sentence: (detail: ErrorDetail) => string;
  readonly next: (detail: ErrorDetail) => string;
  readonly retry: boolean;
}

/** Facts that fill an error's sentences. UI text among them must have been made harmless. */
export type ErrorDetail = Readonly<Record<string, string | number | undefined>>;

const says = (text: string) => () => text;

/** Every error that an answer can carry. */
const ERRORS = {
  unknown_window: {
    sentence: (d) =>
      d['window'] === undefined ? 'No window is open.' : `No window matches ${quoted(String(d['window']))}.`,
    next: says('Call deskhand_windows to see which are open, and pass an id of its answer.'),
    retry: false,
  },
  ambiguous_window: {
    sentence: (d) => `${d['count']} windows match ${quoted(String(d['window'] ?? ''))}: ${d['candidates']}.`,
    next: says('Pass the id of one of them.'),
    retry: false,
  },
  unknown_element: {
    sentence: (d) => `Id ${d['id']} is not in the table: it was never given out, or it was dropped.`,
    next: says('Call deskhand_observe or deskhand_find and use an id of its answer.'),
    retry: false,
  },
  stale_element: {
    sentence: (d) => `The control with id ${d['id']} is gone or has become another one${because(d)}.`,
    next: says('Call deskhand_observe or deskhand_find again; the id is not given to another control.'),
    retry: false,
  },
  invalid_argument: {
    sentence: (d) => `${d['problem']}`,
    next: (d) => `${d['next'] ?? 'Correct the argument and call again.'}`,
    retry: false,
  },
  unsupported_action: {
    sentence: (d) => `${d['what'] ?? 'The control'} does not support ${d['action']}.`,
    next: (d) => `${d['next'] ?? 'Look at its patterns with deskhand_observe.'}`,
    retry: false,
  },
  element_disabled: {
    sentence: (d) => `The control with id ${d['id']} is disabled.`,
    next: says('Find what enables it, or wait until it is enabled.'),
    retry: true,
  },
  needs_foreground: {
    sentence: (d) => `${d['action'] ?? 'The action'} needs the pointer or the focus, which the policy does not allow.`,
    next: says('Ask the user to raise the input policy, or work in the sandbox.'),
    retry: false,
  },
  point_obstructed: {
    sentence: (d) => `The point is covered by ${d['by'] ?? 'another window'}.`,
    next: says('Move or close what covers it.'),
    retry: true,
  },
  point_outside_window: {
    sentence: (d) => `${d['problem'] ?? 'The point lies outside the window.'}`,
    next: (d) => `${d['next'] ?? 'Scroll the element into view and observe again.'}`,
    retry: false,
  },
  stale_screenshot: {
    sentence: says('The screenshot is no longer the newest of its window.'),
    next: says('Take a new screenshot.'),
    retry: false,
  },
  stale_landmark: {
    sentence: (d) => `The landmark no longer matches${because(d)}.`,
    next: says('Call deskhand_find, then capture the landmarks again.'),
    retry: false,
  },
  window_minimized: {
    sentence: says('The window is minimized.'),
    next: says('Restore it first.'),
    retry: false,
  },
  activation_failed: {
    sentence: says('The window system did not activate the window.'),
    next: says('Ask the user to bring it to the front.'),
    retry: true,
  },
  not_allowed: {
    sentence: (d) => `This is not allowed${because(d)}.`,
    next: says('Only the user can allow it, in the settings file of Deskhand: ask, or go another way.'),
    retry: false,
  },
  leased: {
    sentence: says('Another client is acting on this window.'),
    next: says('Try again when it has finished.'),
    retry: true,
  },
  busy: {
    sentence: (d) => `Too much is asked at once${because(d)}.`,
    next: says('Wait for the running calls to end.'),
    retry: true,
  },
  timeout: {
    sentence: (d) => `The call did not end within ${d['limit']} ms.`,
    next: says('Ask for less: a smaller window, within, or fewer elements.'),
    retry: true,
  },
  not_responding: {
    sentence: (d) => `${application(d)} does not answer within ${d['limit']} ms.`,
    next: says('It may be hung, stopped or blocked by a dialog: call deskhand_windows, or try again later.'),
    retry: true,
  },
  application_exited: {
    sentence: (d) => `${application(d)} has ended.`,
    next: says('Call deskhand_windows to see what is open.'),
    retry: false,
  },
  adapter_restarted: {
    sentence: (d) => `The process that reads this desktop stopped during the call and was replaced${because(d)}.`,
    next: says('Call again; ids stay valid.'),
    retry: true,
  },
  elevated: {
    sentence: says('The application runs with higher rights than Deskhand.'),
    next: says('Start it, or Deskhand, with the same rights.'),
    retry: false,
  },
  secure_desktop: {
    sentence: says('The secure desktop is shown.'),
    next: says('Wait until the user has answered it.'),
    retry: true,
  },
  no_desktop: {
    sentence: (d) => `There is no such desktop here${because(d)}.`,
    next: says('Call deskhand_windows to see the desktops that there are.'),
    retry: false,
  },
  accessibility_off: {
    sentence: (d) => `The accessibility service does not answer${because(d)}.`,
    next: (d) => `${d['next'] ?? 'Start the session with its accessibility bus (at-spi2-core).'}`,
    retry: true,
  },
  store_unwritable: {
    sentence: (d) => `${d['path']} cannot be written${because(d)}.`,
    next: says('Make the folder writable.'),
    retry: true,
  },
  internal: {
    sentence: (d) => `Deskhand failed; this is a defect${because(d)}.`,
    next: says('Report it with the engine log; the next call works.'),
    retry: true,
  },
} as const satisfies Record<string, ErrorText>;

export type ErrorCode = keyof typeof ERRORS;

/** A failure that the caller is told by its stable code. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, detail: ErrorDetail = {}, cause?: unknown) {
    super(ERRORS[code].sentence(detail), cause === undefined ? undefined : { cause });
    this.name = 'EngineError';
    this.code = code;
    this.detail = detail;
  }
}

/** The text of an error as an answer carries it: `code: sentence next step`. */
export function describeError(code: ErrorCode, detail: ErrorDetail): string {
  const { sentence, next } = ERRORS[code];
  return `${code}: ${sentence(detail)} ${next(detail)}`;
}

/** Whether the same call may succeed later. */
export function mayRetry(code: ErrorCode): boolean {
  return ERRORS[code].retry;
}

/** Adapters hand on the name that the application gives itself. */
function application(detail: ErrorDetail): string {
  const name = detail['application'];
  return name === undefined || name === '' ? 'The application' : harmless(String(name), 60);
}

function because(detail: ErrorDetail): string {
  const reason = detail['reason'];
  return reason === undefined ? '' : `: ${harmless(String(reason), 200)}`;
}

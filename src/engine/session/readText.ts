import type { ReadText } from '../../model/renderText.ts';
import type { TextRun } from '../../model/textRange.ts';
import { applicationOf, verify } from './capture.ts';
import { withDeadline } from './deadline.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';

interface TextArguments {
  readonly id: number;
  readonly start: number;
  readonly max_chars: number;
  readonly attributes: boolean;
}

/** Text of a control by id, `max_chars` characters from `start` on. */
export async function readText(session: Session, args: TextArguments, signal: AbortSignal): Promise<ReadText> {
  const known = session.shared.elements.get(args.id);
  const node = await verify(known, signal);
  const { adapter } = known.desktop;
  const { id, start } = args;
  if (node.password) return { id, source: 'Value', text: '', start: 0, total: 0, secret: true };
  const slice = await withDeadline(signal, LIMITS.textMs, applicationOf(known), (own) =>
    adapter.text(known.handle, { start, count: args.max_chars, attributes: args.attributes }, own),
  );
  const from = Math.min(start, slice.total ?? start);
  return { id, start: from, secret: false, ...slice, ...(args.attributes && { runs: slice.runs ?? [plain(from)] }) };
}

/** A control without the Text pattern tells no looks of its text, whatever part is read. */
function plain(start: number): TextRun {
  return { start, end: Number.MAX_SAFE_INTEGER, attributes: {} };
}

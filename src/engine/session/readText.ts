import type { ReadText } from '../../model/renderText.ts';
import { applicationOf, verify } from './capture.ts';
import { withDeadline } from './deadline.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';

/** Text of a control by id, `max_chars` characters from `start` on. */
export async function readText(
  session: Session,
  args: { readonly id: number; readonly start: number; readonly max_chars: number },
  signal: AbortSignal,
): Promise<ReadText> {
  const known = session.shared.elements.get(args.id);
  const node = await verify(known, signal);
  const { adapter } = known.desktop;
  const { id, start } = args;
  if (node.password) return { id, source: 'Value', text: '', start: 0, total: 0, secret: true };
  const slice = await withDeadline(signal, LIMITS.textMs, applicationOf(known), (own) =>
    adapter.text(known.handle, start, args.max_chars, own),
  );
  return { id, start: Math.min(start, slice.total), secret: false, ...slice };
}

import { EngineError } from '../../model/errors.ts';

/**
 * Runs a native call under the caller's signal and a limit of its own in milliseconds. Fails with `not_responding` at
 * the limit, whatever the call does; it is told to stop, and what it answers later is dropped.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  limit: number,
  application: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const ended = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    own.abort(reason);
    ended.reject(reason);
  };
  const onAbort = () => stop(signal.reason);
  const timer = setTimeout(() => stop(new EngineError('not_responding', { application, limit })), limit);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([call(own.signal), ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

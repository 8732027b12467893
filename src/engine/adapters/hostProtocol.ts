import { EngineError, type ErrorCode, type ErrorDetail } from '../../model/errors.ts';
import type { PlatformAdapter } from './adapter.ts';
import type { ForegroundAdapter } from './foregroundAdapter.ts';

/** What a host can run. */
export type Hosted = PlatformAdapter | ForegroundAdapter;

/** The methods of both contracts; each host has those of one. */
type Contract = PlatformAdapter & ForegroundAdapter;

/** A method of a contract that is answered by an adapter host. */
export type CallMethod = Exclude<keyof Contract, 'dispose'>;

/** Arguments of a method as they travel: all but the signal, which becomes a `cancel` message. */
export type CallArgs<M extends CallMethod> = Parameters<Contract[M]> extends [...infer A, AbortSignal] ? A : never;

/** What a method resolves to. */
export type CallResult<M extends CallMethod> = Awaited<ReturnType<Contract[M]>>;

/** From the engine to an adapter host. */
export type EngineMessage =
  | { readonly kind: 'call'; readonly id: number; readonly method: CallMethod; readonly args: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'ping' }
  | { readonly kind: 'dispose' };

/** From an adapter host to the engine. */
export type HostMessage =
  | { readonly kind: 'ready' }
  /** The adapter could not be created; the host ends. */
  | { readonly kind: 'unable'; readonly error: WireError }
  | { readonly kind: 'result'; readonly id: number; readonly result?: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'pong' };

/** A failure in JSON. */
export interface WireError {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  /** The cause of an `EngineError`; the stack of any other exception. For the developer log. */
  readonly cause?: string;
}

/** A failure as it travels: an `EngineError` keeps its code, any other exception is a defect. */
export function toWire(error: unknown): WireError {
  if (!(error instanceof EngineError)) return { code: 'internal', detail: {}, cause: stackOf(error) };
  const { code, detail, cause } = error;
  return cause === undefined ? { code, detail } : { code, detail, cause: stackOf(cause) };
}

/** The failure that `toWire` sent. */
export function fromWire({ code, detail, cause }: WireError): EngineError {
  return new EngineError(code, detail, cause);
}

/**
 * Whether `message` belongs to this protocol. Both ends are of one build, so that the kind vouches for the rest; what
 * has no kind was sent by a library or a test runner.
 */
export function isMessage<M extends EngineMessage | HostMessage>(message: unknown): message is M {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { EngineError, type ErrorCode, type ErrorDetail } from '../../../model/errors.ts';
import { BatchEnded } from './batch.ts';

/** What each D-Bus error says of the object that was asked. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  'org.freedesktop.DBus.Error.UnknownObject': 'stale_element',
  'org.freedesktop.DBus.Error.UnknownMethod': 'stale_element',
  'org.freedesktop.DBus.Error.UnknownInterface': 'stale_element',
  'org.freedesktop.DBus.Error.UnknownProperty': 'stale_element',
  'org.freedesktop.DBus.Error.Failed': 'stale_element',
  'org.freedesktop.DBus.Error.ServiceUnknown': 'application_exited',
  'org.freedesktop.DBus.Error.NameHasNoOwner': 'application_exited',
  'org.freedesktop.DBus.Error.Disconnected': 'application_exited',
  // The daemon answers so for a call that was open when the application ended.
  'org.freedesktop.DBus.Error.NoReply': 'application_exited',
  'org.freedesktop.DBus.Error.AccessDenied': 'not_allowed',
};

/** Name of a D-Bus error reply; undefined for any other failure. */
export function busErrorName(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('dbusName' in error)) return undefined;
  return typeof error.dbusName === 'string' ? error.dbusName : undefined;
}

/** The error that a failed read is answered with; what is no failure of the desktop is handed on unchanged. */
export function asEngineError(error: unknown, detail: ErrorDetail = {}): unknown {
  if (error instanceof BatchEnded) return new EngineError('not_responding', { limit: error.limit, ...detail }, error);
  if (isTimeout(error)) return new EngineError('not_responding', detail, error);
  const name = busErrorName(error);
  const code = name === undefined ? undefined : CODES[name];
  return code === undefined ? error : new EngineError(code, detail, error);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT';
}

/** Whether the failure means that the object, or its whole application, is no longer there. */
export function isGone(error: unknown): boolean {
  if (isTimeout(error)) return false;
  const name = busErrorName(error);
  const code = name === undefined ? undefined : CODES[name];
  return code === 'stale_element' || code === 'application_exited';
}

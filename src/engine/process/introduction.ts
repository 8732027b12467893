import type { InputPolicy } from '../../model/inputPolicy.ts';

/** Tells an engine about its client; no part of the protocol that the client speaks. */
export const INTRODUCTION_METHOD = 'deskhand/client';

/** What an engine is told about a client before anything that it says itself. */
export interface Introduction {
  /** The process of the program that the client runs in. */
  readonly host?: number;
  /** The most that its steps are to take of the user's. */
  readonly input?: InputPolicy;
}

/** The line that introduces a client. */
export function introduction(client: Introduction): string {
  return `${JSON.stringify({ jsonrpc: '2.0', method: INTRODUCTION_METHOD, params: client })}\n`;
}

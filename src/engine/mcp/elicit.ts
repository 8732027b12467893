import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { z } from 'zod';
import type { Ask } from '../session/permission.ts';

/** Milliseconds for a person to come and decide. */
const ANSWER_MS = 120_000;

const ANSWER = z.object({ decision: z.enum(['session', 'always', 'no']) });

/** Asks the user through the client; undefined where the client cannot. */
export function askThrough(server: Server): Ask | undefined {
  if (!server.getClientCapabilities()?.elicitation) return undefined;
  return async (message, canRemember) => {
    const options = { session: 'Yes, in this session', ...(canRemember && { always: 'Always' }), no: 'No' };
    const result = await server
      .elicitInput(
        {
          message,
          requestedSchema: {
            type: 'object',
            properties: {
              decision: {
                type: 'string',
                title: 'Decision',
                enum: Object.keys(options),
                enumNames: Object.values(options),
              },
            },
            required: ['decision'],
          },
        },
        { timeout: ANSWER_MS },
      )
      .catch(() => undefined);
    if (result?.action === 'decline') return 'no';
    const answer = ANSWER.safeParse(result?.content);
    if (result?.action !== 'accept' || !answer.success) return undefined;
    // What was not offered is not taken.
    return answer.data.decision === 'always' && !canRemember ? 'session' : answer.data.decision;
  };
}

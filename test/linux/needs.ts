import { describe, test } from 'vitest';
import { missingForLinuxTests } from './desktop.ts';

/** Tests that need programs of the machine: skipped without them, with the reason in their name. */

export function describeOn(programs: readonly string[], name: string, body: () => void): void {
  const reason = missingForLinuxTests(programs);
  describe.skipIf(reason)(named(name, reason), body);
}

export function testOn(programs: readonly string[], name: string, body: () => Promise<void>, timeout?: number): void {
  skippable(missingForLinuxTests(programs), name, body, timeout);
}

/** The same where something other than a program may be missing. */
export function skippable(reason: string | undefined, name: string, body: () => Promise<void>, timeout?: number): void {
  test.skipIf(reason)(named(name, reason), body, timeout);
}

function named(name: string, reason: string | undefined): string {
  return reason === undefined ? name : `${name} (${reason})`;
}

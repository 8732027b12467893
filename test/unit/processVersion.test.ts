import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions } from '../../src/engine/process/version.ts';

const ASCENDING = [
  '0.1.0',
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '2.0.0',
];

test('versions are ordered as semantic versioning says', () => {
  const position = fc.nat(ASCENDING.length - 1);
  fc.assert(
    fc.property(position, position, (a, b) => {
      expect(Math.sign(compareVersions(ASCENDING[a] ?? '', ASCENDING[b] ?? ''))).toBe(Math.sign(a - b));
    }),
  );
});

test.each([
  ['1.2.3', '1.2.3+build.5'],
  ['v1.2.3', '1.2.3'],
])('%s and %s are the same', (a, b) => {
  expect(compareVersions(a, b)).toBe(0);
});

import type { Mend } from '../adapter.ts';
import { type Evidence, programWords } from './evidence.ts';

/** The command that starts the program of a process again, mended. */
export function startCommand(evidence: Evidence, { environment, flags }: Mend): string {
  const entries = Object.entries(environment);
  const unset = entries.flatMap(([name, value]) => (value === null ? [name] : []));
  const set = entries.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const words =
    evidence.sandbox?.kind === 'flatpak'
      ? flatpakWords(evidence.sandbox.name, unset, set)
      : [...variableWords(unset, set), ...programWords(evidence)];
  return [...words, ...flags].map(quoted).join(' ');
}

/** Flatpak hands on some variables of its own environment only. */
function flatpakWords(name: string, unset: readonly string[], set: readonly string[]): readonly string[] {
  return [
    'flatpak',
    'run',
    ...unset.map((variable) => `--unset-env=${variable}`),
    ...set.map((variable) => `--env=${variable}`),
    name,
  ];
}

function variableWords(unset: readonly string[], set: readonly string[]): readonly string[] {
  if (unset.length === 0 && set.length === 0) return [];
  return ['env', ...unset.flatMap((variable) => ['-u', variable]), ...set];
}

/** The word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

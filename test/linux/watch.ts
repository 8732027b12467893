import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Memory that a program may have more at the end than at the start: growth of its own, and its accessible objects. */
const GROWTH = 2;
const SLACK_MB = 200;

interface Watched {
  readonly name: string;
  readonly child: ChildProcess;
  /** Megabytes of the program and of what it has started. */
  readonly before: number;
}

/** Remembers programs that are read by a test, and tells at the end whether that did them any harm. */
export class ProgramWatch {
  readonly #watched: Watched[] = [];

  /** Begins with the memory of now: to be called once the program has come up. */
  add(name: string, child: ChildProcess): void {
    this.#watched.push({ name, child, before: memoryOf(child) });
  }

  /** What is wrong with each program that is not well: it ended, or its memory grew beyond all reason. */
  complaints(): string[] {
    return this.#watched.flatMap(({ name, child, before }) => {
      if (child.exitCode !== null || child.signalCode !== null) return [`${name} has ended`];
      const after = memoryOf(child);
      if (after === 0) return [`${name} has ended`];
      return after > before * GROWTH + SLACK_MB ? [`${name} has grown from ${before} to ${after} MB`] : [];
    });
  }
}

/** Resident megabytes of a process and all below it: the program that was started may be a script or one of many. */
function memoryOf({ pid }: ChildProcess): number {
  if (pid === undefined) return 0;
  const parents = new Map(processes().map((each) => [each, parentOf(each)]));
  const isBelow = (each: number): boolean => each === pid || (parents.has(each) && isBelow(parents.get(each) ?? 0));
  const kilobytes = [...parents.keys()].filter(isBelow).map((each) => fieldOf(each, 'VmRSS'));
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
}

function processes(): number[] {
  return readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? [Number(entry)] : []));
}

function parentOf(pid: number): number {
  return fieldOf(pid, 'PPid');
}

/** A number of `/proc/PID/status`; 0 of a process that has ended. */
function fieldOf(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

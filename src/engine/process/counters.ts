import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import process from 'node:process';
import { type Endpoint, randomName } from './endpoint.ts';
import { errnoOf } from './errno.ts';

/** Numbers that no later engine of the same desktop session gives again, whatever became of this one. */
export interface Counters {
  /** The next number of the counter with this name; the first is 1. */
  next(name: string): number;
  /** Gives back what was reserved and not used. */
  close(): void;
}

/** The highest number given, or reserved, by name. */
type Marks = Map<string, number>;

interface Block {
  last: number;
  readonly end: number;
}

/** Numbers reserved by one write, and lost by a crash: few writes, and ids that stay short. */
const BLOCK = 1000;
const MILLION = 1_000_000;
/** Seconds since then are more than the ids that an engine gives in the same time. */
const EPOCH = Date.UTC(2026, 0, 1);

/**
 * Opens the counters of a desktop session; the file is first touched by `next`. Without a writable file they work in
 * memory. Both that and a damaged file are told to `report`, which writes to standard error unless another is given.
 */
export function openCounters(endpoint: Endpoint, report: (sentence: string) => void = toStandardError): Counters {
  return new FileCounters(endpoint.countersFile, report);
}

/** The marks that `text` holds; undefined when it is damaged. */
export function parseMarks(text: string): Marks | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  const marks = new Map(Object.entries(value));
  return [...marks.values()].every(isMark) ? marks : undefined;
}

/**
 * A number that none was above before the file was damaged: a million beyond what can still be read in it, and beyond
 * the base of each earlier damage.
 */
export function safeBase(damaged: string, earlierDamages: number, now: number): number {
  const readable = (damaged.match(/\d+/g) ?? []).map(Number).filter(isMark);
  const seconds = Math.floor((now - EPOCH) / 1000);
  const highest = readable.reduce((a, b) => Math.max(a, b), Math.max(seconds, 0));
  return (Math.floor(highest / MILLION) + 1 + earlierDamages) * MILLION;
}

/** Name under which the file keeps where counters begin that it does not name: above zero after damage. */
const BASE = '';

class FileCounters implements Counters {
  readonly #file: string;
  readonly #report: (sentence: string) => void;
  readonly #blocks = new Map<string, Block>();
  /** As last read or written. */
  #marks: Marks = new Map();
  #inMemory = false;

  constructor(file: string, report: (sentence: string) => void) {
    this.#file = file;
    this.#report = report;
  }

  next(name: string): number {
    let block = this.#blocks.get(name);
    if (block === undefined || block.last === block.end) {
      block = this.#reserve(name);
      this.#blocks.set(name, block);
    }
    block.last += 1;
    return block.last;
  }

  close(): void {
    if (this.#blocks.size === 0) {
      return;
    }
    this.#read();
    for (const [name, { last, end }] of this.#blocks) {
      // Another mark means that an engine which replaced this one has reserved beyond it.
      if (this.#marks.get(name) === end) {
        this.#marks.set(name, last);
      }
    }
    this.#blocks.clear();
    this.#write();
  }

  /** Reads the file again, because the engine that replaces a retired one reserves in it too. */
  #reserve(name: string): Block {
    this.#read();
    const own = this.#blocks.get(name)?.end ?? 0;
    const last = Math.max(this.#marks.get(name) ?? this.#marks.get(BASE) ?? 0, own);
    const end = last + BLOCK;
    this.#marks.set(name, end);
    this.#write();
    return { last, end };
  }

  #read(): void {
    this.#onFile(() => {
      const text = readFileSync(this.#file, 'utf8');
      this.#marks = parseMarks(text) ?? this.#setAside(text);
    });
  }

  #write(): void {
    this.#onFile(() => {
      const temporary = `${this.#file}.${randomName()}.tmp`;
      const text = `${JSON.stringify(Object.fromEntries(this.#marks))}\n`;
      writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.#file);
    });
  }

  #setAside(damaged: string): Marks {
    const prefix = `${basename(this.#file)}.corrupt-`;
    const earlier = readdirSync(dirname(this.#file)).filter((name) => name.startsWith(prefix)).length;
    const aside = `${this.#file}.corrupt-${Date.now()}`;
    renameSync(this.#file, aside);
    const base = safeBase(damaged, earlier, Date.now());
    this.#report(`The id counters were damaged; they go on from ${base}. The damaged file is ${aside}.`);
    return new Map([[BASE, base]]);
  }

  /** An absent file is the first start. Any other failure ends the use of the file, and is told once. */
  #onFile(use: () => void): void {
    if (this.#inMemory) {
      return;
    }
    try {
      use();
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || !existsSync(dirname(this.#file))) {
        this.#inMemory = true;
        this.#report(`${this.#file} cannot be used (${errnoOf(error)}): ids may repeat after the engine has ended.`);
      }
    }
  }
}

function isMark(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 50;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toStandardError(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

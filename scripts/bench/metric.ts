/** One measured figure, as `--json` prints it. */
export interface Metric {
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  /** The goal; null for a figure that only informs. */
  readonly target: number | null;
  /** Whether the goal is the most that the figure may be, or the least. */
  readonly bound: 'most' | 'least' | null;
  readonly ok: boolean;
}

/** A figure that must not exceed `target`. */
export function atMost(metric: string, value: number, unit: string, target: number): Metric {
  return { metric, value: rounded(value), unit, target, bound: 'most', ok: value <= target };
}

/** A figure that must reach `target`. */
export function atLeast(metric: string, value: number, unit: string, target: number): Metric {
  return { metric, value: rounded(value), unit, target, bound: 'least', ok: value >= target };
}

/** A figure without a target. */
export function figure(metric: string, value: number, unit: string): Metric {
  return { metric, value: rounded(value), unit, target: null, bound: null, ok: true };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

import { layOut, type Page } from './budget.ts';
import { countsOf } from './happenings.ts';
import { jsonPage } from './jsonPage.ts';
import { type Batch, type FailedStep, isConfirmed, type Receipt, type StepChanges } from './receipt.ts';
import { elementJson, tableRow } from './renderLine.ts';
import { windowJson, windowRow } from './renderWindow.ts';
import { FENCE_CLOSE, FENCE_OPEN, harmless, NAME_LIMIT, quoted, VALUE_LIMIT } from './text.ts';

/** Characters of a reason: it may name all the actions of a control. */
const REASON_LIMIT = 200;

/** The receipts as text of at most `budget` tokens: a line for each step, and below it what it changed. */
export function renderReceipts(batch: Batch, budget: number): string {
  const rows = batch.receipts.flatMap(linesOf);
  const page: Page = {
    head: [FENCE_OPEN],
    rows,
    foot: (shown) => [FENCE_CLOSE, summaryOf(batch), ...missingOf(rows.length - shown), ...adviceFor(batch)],
  };
  return layOut(page, budget);
}

/** The receipts for programs, as JSON of at most `budget` tokens: with counts in place of the changes where they are many. */
export function receiptsJson(batch: Batch, budget: number): string {
  const whole = jsonAnswer(batch, budget, listsOf);
  return whole.isComplete ? whole.text : jsonAnswer(batch, budget, (changes) => ({ counts: countsOf(changes) })).text;
}

function jsonAnswer(
  batch: Batch,
  budget: number,
  changes: (changes: StepChanges) => Record<string, unknown>,
): { readonly text: string; readonly isComplete: boolean } {
  const rows = batch.receipts.map((receipt) => JSON.stringify(jsonOf(receipt, changes)));
  let isComplete = true;
  const page = jsonPage({ confirmed: confirmedIn(batch), left: batch.left }, 'receipts', rows, (shown) => {
    isComplete = shown === rows.length;
    return { missing: missingOf(rows.length - shown) };
  });
  return { text: layOut(page, budget), isComplete };
}

/** Whether a step did not do what was asked, so that the call failed as a whole. */
export function hasFailed({ receipts }: Batch): boolean {
  return receipts.some((receipt) => !('effect' in receipt) || FAILURES.has(receipt.effect));
}

const FAILURES: ReadonlySet<string> = new Set(['failed', 'refused', 'no_effect', 'needs_foreground']);

function linesOf(receipt: Receipt | FailedStep): string[] {
  if (!('effect' in receipt))
    return [`step ${receipt.step} ${[receipt.action, receipt.id].join(' ').trim()}: ${receipt.error}`];
  const { skipped, changes } = receipt;
  return [
    headOf(receipt),
    ...skipped.map(({ rung, reason }) => `  skipped ${rung}: ${harmless(reason, REASON_LIMIT)}`),
    ...changeLines(changes).map((line) => `  ${line}`),
  ];
}

/** `step 1 click 9 Button 'Save': confirmed via Invoke, 'off' → 'on' (42 ms)`. */
function headOf(receipt: Receipt): string {
  const { step, action, element, effect, rung, detail, milliseconds } = receipt;
  return [
    `step ${step} ${action} ${element.id} ${element.type} ${quoted(element.name)}: ${effect}`,
    rung === undefined ? '' : ` via ${rung}`,
    verifiedOf(receipt),
    detail === undefined ? '' : `, ${harmless(detail, REASON_LIMIT)}`,
    ` (${milliseconds} ms)`,
  ].join('');
}

function verifiedOf({ before, after }: Receipt): string {
  const shown = (text: string | undefined) => (text === undefined ? '?' : quoted(harmless(text, VALUE_LIMIT)));
  if (before === undefined && after === undefined) return '';
  return after === undefined ? `, ${shown(before)}` : `, ${shown(before)} → ${shown(after)}`;
}

/** A line for each thing that changed. */
export function changeLines({ added, changed, removed, opened, closed }: StepChanges): string[] {
  return [
    ...opened.map((window) => `opened ${windowRow(window)}`),
    ...closed.map((title) => `closed ${quoted(harmless(title, NAME_LIMIT))}`),
    ...added.map((element) => `+ ${tableRow(element)}`),
    ...changed.map((element) => `~ ${tableRow(element)}`),
    ...removed.map(({ id, type, name }) => `- ${id}|${type}|${name}`),
  ];
}

function summaryOf(batch: Batch): string {
  const left = batch.left === 0 ? '' : ` not_tried=${batch.left}`;
  return `steps=${batch.receipts.length} confirmed=${confirmedIn(batch)}${left}`;
}

function confirmedIn({ receipts }: Batch): number {
  return receipts.filter(isConfirmed).length;
}

function adviceFor({ receipts }: Batch): string[] {
  const last = receipts.at(-1);
  if (last === undefined || !('effect' in last)) return [];
  if (last.effect === 'unverified') return ['Look at the window with deskhand_observe before you do it again.'];
  return [];
}

function missingOf(left: number): string[] {
  return left === 0 ? [] : [`… ${left} more lines did not fit: call deskhand_observe.`];
}

function jsonOf(
  receipt: Receipt | FailedStep,
  changesOf: (changes: StepChanges) => Record<string, unknown>,
): Record<string, unknown> {
  if (!('effect' in receipt)) return { ...receipt };
  const { element, changes, before, after, detail, skipped, ...rest } = receipt;
  const harmlessText = (text: string | undefined) => text !== undefined && harmless(text, VALUE_LIMIT);
  return {
    ...rest,
    id: element.id,
    element: elementJson(element),
    ...(before !== undefined && { before: harmlessText(before) }),
    ...(after !== undefined && { after: harmlessText(after) }),
    ...(detail !== undefined && { detail: harmless(detail, REASON_LIMIT) }),
    skipped: skipped.map(({ rung, reason }) => ({ rung, reason: harmless(reason, REASON_LIMIT) })),
    ...changesOf(changes),
  };
}

/** The changes for programs. */
export function listsOf({ added, changed, removed, opened, closed }: StepChanges): Record<string, unknown> {
  return {
    added: added.map(elementJson),
    changed: changed.map(elementJson),
    removed: removed.map(({ id }) => id),
    opened: opened.map(windowJson),
    closed: closed.map((title) => harmless(title, NAME_LIMIT)),
  };
}

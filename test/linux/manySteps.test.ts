import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { type DrivenForm, driveForm } from './forms.ts';
import { describeOn } from './needs.ts';
import { ownProcesses } from './ownProcesses.ts';
import { PYTHON } from './reading.ts';

const ROUNDS = 40;
/** Of a round; together they are 2,000. */
const STEPS = 50;
/** Rounds after which memory has come to rest. */
const WARM = 15;

/** What a process holds. */
interface Held {
  readonly megabytes: number;
  readonly files: number;
}

describeOn([PYTHON], '2,000 steps on one application', () => {
  let desktop: TestDesktop;
  let form: DrivenForm;

  beforeAll(async () => {
    desktop = await startDesktop();
    form = await driveForm(desktop, 'gtk3');
  }, 60_000);

  afterAll(async () => {
    await form?.close();
    await desktop?.stop();
  });

  function held(word: string): Held {
    const [pid = 0] = ownProcesses(desktop, word);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
    return { megabytes: kilobytes / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
  }

  test('are each done once, leave nothing behind, and the ids are still those of the same controls', async () => {
    const names = ['Save', 'User', 'Wrap lines', 'Count', 'Serif', 'Mono'];
    const ids = () => Promise.all(names.map((name) => form.id(name)));
    const before = await ids();
    const [save, user, wrap, count, serif, mono] = before;
    let warm: readonly Held[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const steps = Array.from({ length: STEPS / 5 }, (_, index) => [
        { action: 'set_value', id: user, value: `text ${round} ${index}` },
        { action: 'toggle', id: wrap },
        { action: 'set_number', id: count, value: (round * 7 + index) % 100 },
        { action: 'select', id: index % 2 === 0 ? serif : mono },
        { action: 'toggle', id: wrap, value: index % 2 === 0 ? 'on' : 'off' },
      ]).flat();
      const text = await form.client.call('deskhand_act', { steps, settle_ms: 0, budget_tokens: 25_000 });
      expect(text).toContain(`steps=${STEPS} confirmed=${STEPS}`);
      if (round === WARM) warm = [held('engine'), held('adapter-host')];
    }
    for (let click = 0; click < 10; click++) {
      await form.client.call('deskhand_act', { steps: [{ action: 'click', id: save }] });
    }
    expect(form.state()).toMatchObject({ user: `text ${ROUNDS - 1} ${STEPS / 5 - 1}`, saved: 10 });
    expect(await ids()).toEqual(before);
    for (const [index, now] of [held('engine'), held('adapter-host')].entries()) {
      const then = warm[index];
      expect(now.files).toBeLessThanOrEqual((then?.files ?? 0) + 2);
      expect(now.megabytes).toBeLessThan((then?.megabytes ?? 0) + 60);
    }
  }, 240_000);
});

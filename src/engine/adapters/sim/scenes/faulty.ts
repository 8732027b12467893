import type { Fault, Scene, SceneControl } from '../scene.ts';

const OK: SceneControl = { key: 'ok', type: 'Button', name: 'OK', patterns: { invoke: true } };

function faulty(key: string, title: string, index: number, fault: Fault): Scene {
  return {
    key,
    title,
    app: key,
    className: 'FaultyForm',
    rect: [40 * index, 700, 300, 120],
    stages: [[OK]],
    faults: [fault],
  };
}

/** Windows of applications that misbehave, one fault each. */
export const FAULTY: readonly Scene[] = [
  faulty('slow', 'Slow (300 ms)', 0, { kind: 'slow', ms: 300 }),
  faulty('hung', 'Hung', 1, { kind: 'hangs' }),
  faulty('mortal', 'Dies after three reads', 2, { kind: 'dies', afterReads: 3 }),
  faulty('moving', 'Moves', 3, { kind: 'moves', by: [10, 5] }),
  faulty('cold', 'Cold start', 4, { kind: 'populates', afterReads: 1 }),
  { ...faulty('minimized', 'Minimized', 5, { kind: 'slow', ms: 0 }), faults: [], state: 'minimized', stages: [[]] },
  {
    ...faulty('browser', 'New Tab - Chromium', 6, { kind: 'slow', ms: 0 }),
    className: 'Chromium',
    toolkit: 'Chromium',
    faults: [],
    stages: [[]],
    note: { code: 'chromium_closed', detail: '--force-renderer-accessibility' },
  },
];

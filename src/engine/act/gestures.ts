import type { Modifier } from '../../model/chord.ts';
import type { Point } from '../../model/hitTest.ts';
import type { Button, InputStep } from '../../model/inputStep.ts';

/** Milliseconds between what the pointer does, in which programs follow it. */
const STILL_MS = 30;
/** Of a drag: programs take the press for one once the pointer has moved some pixels. */
const DRAG_MOVES = 12;
const DRAG_MOVE_MS = 20;
const DRAG_STILL_MS = 60;

const pause = (ms: number): InputStep => ({ input: 'pause', ms });

/** Clicks at a point, once or more. */
export function clicks(at: Point, button: Button = 'left', count = 1, modifier?: Modifier): readonly InputStep[] {
  const click: readonly InputStep[] = [
    { input: 'press', button },
    pause(STILL_MS),
    { input: 'release', button },
    pause(STILL_MS),
  ];
  return [
    { input: 'move', to: at },
    pause(STILL_MS),
    ...(modifier ? [{ input: 'hold', modifier } as const] : []),
    ...Array.from({ length: count }, () => click).flat(),
  ];
}

/** Moves the pointer to a point by way of another one: what enters a control notices that it came. */
export function hover({ x, y }: Point): readonly InputStep[] {
  return [{ input: 'move', to: { x: x - 1, y } }, pause(STILL_MS), { input: 'move', to: { x, y } }];
}

/** Drags from a point to another one with moves between them. */
export function drag(from: Point, to: Point, button: Button = 'left'): readonly InputStep[] {
  const between = Array.from({ length: DRAG_MOVES }, (_, index): readonly InputStep[] => {
    const part = (index + 1) / DRAG_MOVES;
    const x = Math.round(from.x + (to.x - from.x) * part);
    const y = Math.round(from.y + (to.y - from.y) * part);
    return [{ input: 'move', to: { x, y } }, pause(DRAG_MOVE_MS)];
  });
  return [
    { input: 'move', to: from },
    pause(STILL_MS),
    { input: 'press', button },
    pause(DRAG_STILL_MS),
    ...between.flat(),
    pause(DRAG_STILL_MS),
    { input: 'release', button },
  ];
}

const SELECT_ALL: InputStep = { input: 'chord', chord: { modifiers: ['Control'], key: 'a' } };
const key = (name: string): InputStep => ({ input: 'chord', chord: { modifiers: [], key: name } });

/** Types a text in place of what the focused control holds. */
export function typeOver(text: string): readonly InputStep[] {
  return [SELECT_ALL, key('Delete'), ...(text === '' ? [] : [{ input: 'type', text } as const])];
}

/** Types a text behind what the focused control holds. */
export function typeBehind(text: string): readonly InputStep[] {
  return [
    { input: 'chord', chord: { modifiers: ['Control'], key: 'End' } },
    { input: 'type', text },
  ];
}

export function press(name: string): readonly InputStep[] {
  return [key(name)];
}

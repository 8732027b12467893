import type { Patch } from './doing.ts';
import type { SceneControl } from './scene.ts';

/** The controls as the calls so far have left them. */
export function patched(
  controls: readonly SceneControl[],
  patches: ReadonlyMap<string, Patch>,
): readonly SceneControl[] {
  if (patches.size === 0) return controls;
  return controls.flatMap((control) => {
    const patch = patches.get(control.key);
    if (patch?.removed) return [];
    const { removed: _, ...changed } = patch ?? {};
    const children = control.children && patched(control.children, patches);
    return [{ ...control, ...changed, ...(children && { children }) }];
  });
}

/** The control with this key and those beside it; undefined where there is none. */
export function located(
  controls: readonly SceneControl[],
  key: string,
): { readonly control: SceneControl; readonly siblings: readonly SceneControl[] } | undefined {
  const control = controls.find((candidate) => candidate.key === key);
  if (control) return { control, siblings: controls };
  for (const { children } of controls) {
    const found = children && located(children, key);
    if (found) return found;
  }
  return undefined;
}

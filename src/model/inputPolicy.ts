/**
 * What of the user's a step may take. `background`: neither the pointer nor the focus. `ladder`: both, where no way
 * leads without them. `foreground`: both, before any other way, as a person would work.
 */
export const INPUT_POLICIES = ['background', 'ladder', 'foreground'] as const;

export type InputPolicy = (typeof INPUT_POLICIES)[number];

/** Whether `text` names a policy. */
export function isInputPolicy(text: string): text is InputPolicy {
  return INPUT_POLICIES.some((policy) => policy === text);
}

/** The one that takes less of the user's. */
export function lower(one: InputPolicy, other: InputPolicy): InputPolicy {
  return INPUT_POLICIES.indexOf(one) < INPUT_POLICIES.indexOf(other) ? one : other;
}

/**
 * Order of two versions by the rules of semantic versioning: negative where `a` is older. Build metadata is ignored,
 * and a pre-release is older than its release.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  return compareLists(left.release, right.release) || comparePreReleases(left.preRelease, right.preRelease);
}

interface VersionParts {
  readonly release: readonly string[];
  readonly preRelease: readonly string[];
}

function parts(version: string): VersionParts {
  const [text = ''] = version.trim().replace(/^v/, '').split('+', 1);
  const dash = text.indexOf('-');
  const release = dash < 0 ? text : text.slice(0, dash);
  return { release: release.split('.'), preRelease: dash < 0 ? [] : text.slice(dash + 1).split('.') };
}

function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) {
    return b.length - a.length;
  }
  return compareLists(a, b);
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const index of Array(Math.max(a.length, b.length)).keys()) {
    const order = compareIdentifiers(a[index], b[index]);
    if (order !== 0) {
      return order;
    }
  }
  return 0;
}

/** Numbers compare as numbers and come before words; a missing identifier comes first. */
function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  const [left, right] = [rank(a), rank(b)];
  if (left.kind !== right.kind) {
    return left.kind - right.kind;
  }
  return left.value < right.value ? -1 : left.value > right.value ? 1 : 0;
}

function rank(identifier: string | undefined): { kind: number; value: number | string } {
  if (identifier === undefined) {
    return { kind: 0, value: 0 };
  }
  return /^\d+$/.test(identifier) ? { kind: 1, value: Number(identifier) } : { kind: 2, value: identifier };
}

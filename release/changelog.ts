const SEMANTIC = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const UNRELEASED = /^## \S+ \(unreleased\)$/m;

/** @throws Error unless the version has three numbers and is later than the last release's */
export function requireLater(version: string, last: string): void {
  if (!SEMANTIC.test(version)) throw new Error(`"${version}" is not a version such as 1.2.0`);
  if (Bun.semver.order(version, last) <= 0) throw new Error(`${version} is not later than ${last}`);
}

/**
 * Makes the unreleased part of CHANGELOG.md, the first one, a release's.
 * @param day UTC, such as 2026-11-30
 * @throws Error if the first part was released already, or the day is none
 */
export function cutChangelog(text: string, version: string, day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new Error(`"${day}" is not a day`);
  const [first = ""] = /^## .*$/m.exec(text) ?? [];
  if (!UNRELEASED.test(first)) throw new Error(`CHANGELOG.md has no unreleased changes above "${first}"`);
  return text.replace(first, `## ${version} (${day})`);
}

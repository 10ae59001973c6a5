import { isoUtc } from "../../../kit/clock.ts";

/** A version and its changes. */
export interface Release {
  version: string;
  /** False for an unreleased version. */
  released: boolean;
  /** Time of the release, or of the build if unreleased, in Unix milliseconds. */
  date: number;
  /** Changes in the order of the file, with `code` in backticks. */
  changes: string[];
}

/**
 * Parses CHANGELOG.md: headings `## 1.2.0 (2026-11-30)` or `## 1.2.0 (unreleased)`, each followed by a list of changes.
 * @param builtAt date of unreleased changes, in Unix milliseconds
 * @throws Error for any other heading
 */
export function parseChangelog(text: string, builtAt: number): Release[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [head = "", ...lines] = section.split("\n");
    const [, version = "", when = ""] = /^(\S+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/.exec(head.trim()) ?? [];
    if (version === "") throw new Error(`CHANGELOG.md: "## ${head}" is not a version with a date`);
    const released = when !== "unreleased";
    return {
      version,
      released,
      date: released ? Date.parse(when) : builtAt,
      changes: changesOf(lines.join("\n")),
    };
  });
}

function changesOf(text: string): string[] {
  return text
    .split(/^- /m)
    .slice(1)
    .map((change) => change.replaceAll(/\s+/g, " ").trim());
}

/** UTC day of a release, as in answers. */
export function dayOf({ date }: Release): string {
  return isoUtc(date).slice(0, 10);
}

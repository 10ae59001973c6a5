import { isoUtc } from "../../../kit/clock.ts";

/** Changes of one subject, in the order of the file. */
export interface ChangeGroup {
  /** Null for changes before the first subject. */
  subject: string | null;
  /** With `code` in backticks. */
  changes: string[];
}

/** A version and its changes. */
export interface Release {
  version: string;
  /** False for an unreleased version. */
  released: boolean;
  /** Time of the release, or of the build if unreleased, in Unix milliseconds. */
  date: number;
  groups: ChangeGroup[];
}

/**
 * Parses CHANGELOG.md: headings `## 1.2.0 (2026-11-30)` or `## 1.2.0 (unreleased)`, each followed by lists of changes,
 * optionally under subjects: `### Webhooks`.
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
      groups: groupsOf(lines.join("\n")),
    };
  });
}

function groupsOf(text: string): ChangeGroup[] {
  const [before = "", ...sections] = text.split(/^### /m);
  const groups: ChangeGroup[] = sections.map((section) => {
    const end = section.indexOf("\n");
    return { subject: section.slice(0, end).trim(), changes: changesOf(section.slice(end)) };
  });
  const changes = changesOf(before);
  return changes.length === 0 ? groups : [{ subject: null, changes }, ...groups];
}

function changesOf(text: string): string[] {
  return text
    .split(/^- /m)
    .slice(1)
    .map((change) => change.replaceAll(/\s+/g, " ").trim());
}

/** UTC day of a release, as in answers. */
export function formatReleaseDay({ date }: Release): string {
  return isoUtc(date).slice(0, 10);
}

import { isoUtc } from "../../../kit/clock.ts";

/** One version and what changed with it. */
export interface Release {
  version: string;
  /** False for what is not released yet. */
  released: boolean;
  /** Unix milliseconds: of the release, or of the build where it is not released yet. */
  date: number;
  /** One a change, in the order of the file; `code` in backticks. */
  changes: string[];
}

/**
 * Reads CHANGELOG.md: `## 1.2.0 (2026-11-30)` or `## 1.2.0 (unreleased)`, and a list of changes below each.
 * @param builtAt Unix milliseconds, the date of what is unreleased
 * @throws Error for a heading of another form
 */
export function parseChangelog(text: string, builtAt: number): Release[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [head = "", ...lines] = section.split("\n");
    const [, version = "", when = ""] = /^(\S+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/.exec(head.trim()) ?? [];
    if (version === "") throw new Error(`CHANGELOG.md: "## ${head}" is no version with its date`);
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

/** A release's day, as answers show it. */
export function dayOf({ date }: Release): string {
  return isoUtc(date).slice(0, 10);
}

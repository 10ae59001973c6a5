import { type Invariant, toFinding } from "../../platform/invariants/index.ts";

/** Checks the pages of the file; `full` also compares each index with its table. */
export function integrity(full: boolean): Invariant {
  const pragma = full ? "integrity_check" : "quick_check";
  return {
    name: "integrity",
    run(sql) {
      const rows = sql.all<Record<string, string>>(`PRAGMA ${pragma}`).map((row) => row[pragma] ?? "");
      return toFinding(
        rows.filter((row) => row !== "ok"),
        pragma,
      );
    },
  };
}

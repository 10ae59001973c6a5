import { findFaults, type Invariant, type Part, type Statement } from "../../platform/invariants/index.ts";

/** Checks the pages of the file; `full` also compares each index with its table. */
export function integrity(full: boolean): Invariant {
  const statement: Statement = full
    ? {
        text: checkPages("integrity_check"),
        parts: FULL_PARTS,
        whenNone: "integrity_check",
      }
    : { text: checkPages("quick_check"), whenNone: "quick_check" };
  return { name: "integrity", statement, run: (sql) => findFaults(sql, statement) };
}

/** The largest table in most files, whose indexes are compared by sums. */
const LARGEST = "ledger_entries";

/** All pages and rows of the file, then what that leaves out: whether each index has exactly the rows of its table. */
const FULL_PARTS: readonly Part[] = [
  { text: checkPages("quick_check") },
  { indexesOf: LARGEST },
  { text: checkOtherTables() },
];

function checkPages(pragma: "integrity_check" | "quick_check"): string {
  return `SELECT ${pragma} AS fault FROM pragma_${pragma} WHERE ${pragma} <> 'ok'`;
}

function checkOtherTables(): string {
  return `SELECT integrity_check AS fault FROM sqlite_schema JOIN pragma_integrity_check(name)
    WHERE type = 'table' AND name <> '${LARGEST}' AND integrity_check <> 'ok'`;
}

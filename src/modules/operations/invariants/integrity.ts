import { findFaults, type Invariant, type Statement } from "../../platform/invariants/index.ts";

/** Each row is searched in every index: with 8 MB for pages half of the time goes into reading them again. */
const CACHE_KIB = 32_000;

/** The table whose rows take most of the time in a large file. */
const LARGEST = "'ledger_entries'";

/** Checks the pages of the file; `full` also compares each index with its table. */
export function integrity(full: boolean): Invariant {
  const statement: Statement = full
    ? {
        text: checkPages("integrity_check"),
        parts: FULL_PARTS,
        whenNone: "integrity_check",
        cacheKib: CACHE_KIB,
      }
    : { text: checkPages("quick_check"), whenNone: "quick_check" };
  return { name: "integrity", statement, run: (sql) => findFaults(sql, statement) };
}

/** Each table with its indexes; then all pages of the file, since checks of tables leave out pages that none has. */
const FULL_PARTS = [
  checkTables(`name = ${LARGEST}`),
  checkTables(`name <> ${LARGEST}`),
  checkPages("quick_check"),
];

function checkPages(pragma: "integrity_check" | "quick_check"): string {
  return `SELECT ${pragma} AS fault FROM pragma_${pragma} WHERE ${pragma} <> 'ok'`;
}

function checkTables(which: string): string {
  return `SELECT integrity_check AS fault FROM sqlite_schema JOIN pragma_integrity_check(name)
    WHERE type = 'table' AND ${which} AND integrity_check <> 'ok'`;
}

import { findFaults, type Invariant } from "../../platform/invariants/index.ts";

/** Each row is searched in every index: with 8 MB for pages half of the time goes into reading them again. */
const CACHE_KIB = 32_000;

/** Checks the pages of the file; `full` also compares each index with its table. */
export function integrity(full: boolean): Invariant {
  const pragma = full ? "integrity_check" : "quick_check";
  const text = `SELECT ${pragma} AS fault FROM pragma_${pragma} WHERE ${pragma} <> 'ok'`;
  const statement = { text, whenNone: pragma, cacheKib: CACHE_KIB };
  return { name: "integrity", statement, run: (sql) => findFaults(sql, statement) };
}

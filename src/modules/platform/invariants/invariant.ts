import type { Sql } from "../../../db/sql.ts";

/** The result of a check: the amount checked if true, the fault if false. */
export interface Finding {
  ok: boolean;
  detail: string;
}

/**
 * A condition that holds in every file at every commit (contract section 13). `run` only reads, with one snapshot per
 * statement, so that it may run beside a server; its memory does not grow with the file.
 */
export interface Invariant {
  name: string;
  run(sql: Sql): Finding;
  /** What `run` does, if it is one statement: a thread can run that without loading the modules. */
  statement?: Statement;
}

/** A statement whose rows are faults, with their text in the column `fault`. */
export interface Statement {
  text: string;
  /** Detail of the finding without faults. */
  whenNone: string;
  /** Memory for pages, where the usual amount reads them again and again. */
  cacheKib?: number;
}

const MAX_SHOWN = 5;

/** A failed finding with the first few faults and the number of the others, or a passed one without faults. */
export function toFinding(faults: Iterable<string>, whenNone: string | (() => string)): Finding {
  const shown: string[] = [];
  let count = 0;
  for (const fault of faults) if (++count <= MAX_SHOWN) shown.push(fault);
  if (count === 0) return { ok: true, detail: typeof whenNone === "string" ? whenNone : whenNone() };
  const others = count > MAX_SHOWN ? `; and ${count - MAX_SHOWN} more` : "";
  return { ok: false, detail: `${shown.join("; ")}${others}` };
}

/** An invariant whose faults are the rows of one statement, with their text in the column `fault`. */
export function noRows(name: string, whenNone: string, text: string, cacheKib?: number): Invariant {
  const statement = { text, whenNone, cacheKib };
  return { name, statement, run: (sql) => findFaults(sql, statement) };
}

/** The finding of an invariant's statement. */
export function findFaults(sql: Sql, { text, whenNone }: Statement): Finding {
  return toFinding(faultColumn(sql.iterate<{ fault: string }>(text)), whenNone);
}

function* faultColumn(rows: Iterable<{ fault: string }>): Generator<string> {
  for (const { fault } of rows) yield fault;
}

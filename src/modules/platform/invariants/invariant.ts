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
  /** @param once shares reads with other invariants of the same file */
  run(sql: Sql, once?: Once): Finding;
  /** The statement of `run`, if it has only one. A thread can run it without loading the modules. */
  statement?: Statement;
}

/** The value of a read that several invariants need: the first of them makes it. */
export type Once = <Value>(read: (sql: Sql) => Value) => Value;

/** For the invariants of one open file. */
export function createOnce(sql: Sql): Once {
  const values = new Map<unknown, unknown>();
  return <Value>(read: (sql: Sql) => Value) => {
    if (!values.has(read)) values.set(read, read(sql));
    return values.get(read) as Value;
  };
}

/** A statement whose rows are faults, with their text in the column `fault`. */
export interface Statement {
  text: string;
  /** The same check in parts, which several threads can run at once. */
  parts?: readonly Part[];
  /** Detail of the finding without faults. */
  whenNone: string;
}

/** Another statement, or the question whether a table's indexes have exactly its rows. */
export type Part = { text: string } | { indexesOf: string };

const MAX_SHOWN = 5;

/** Collects faults: keeps the first few, and counts the others. */
export class Faults {
  readonly #shown: string[] = [];
  #count = 0;

  add(fault: string): void {
    if (++this.#count <= MAX_SHOWN) this.#shown.push(fault);
  }

  /** A failed finding, or a passed one without faults. */
  toFinding(whenNone: string): Finding {
    if (this.#count === 0) return { ok: true, detail: whenNone };
    const others = this.#count > MAX_SHOWN ? `; and ${this.#count - MAX_SHOWN} more` : "";
    return { ok: false, detail: `${this.#shown.join("; ")}${others}` };
  }
}

/** The finding of these faults. */
export function toFinding(faults: Iterable<string>, whenNone: string | (() => string)): Finding {
  const found = new Faults();
  for (const fault of faults) found.add(fault);
  return found.toFinding(typeof whenNone === "string" ? whenNone : whenNone());
}

/** An invariant whose faults are the rows of one statement, with their text in the column `fault`. */
export function noRows(name: string, whenNone: string, text: string): Invariant {
  const statement = { text, whenNone };
  return { name, statement, run: (sql) => findFaults(sql, statement) };
}

/** The finding of an invariant's statement. */
export function findFaults(sql: Sql, { text, whenNone }: Statement): Finding {
  return toFinding(faultColumn(sql.iterate<{ fault: string }>(text)), whenNone);
}

function* faultColumn(rows: Iterable<{ fault: string }>): Generator<string> {
  for (const { fault } of rows) yield fault;
}

import { Database } from "bun:sqlite";
import { join } from "node:path";

const POLL_MS = 10;
/** So often in a row the write lock must be held: no other write of a server takes that long. */
const HELD_POLLS = 15;
const DEADLINE_MS = 30_000;

/** Rows of the tables that a pattern names, by table, as text. */
export function rowsOf(dataDir: string, tables: RegExp): Map<string, string> {
  const db = new Database(join(dataDir, "live.db"), { readonly: true });
  try {
    db.run("BEGIN");
    const names = db.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").values();
    return new Map(
      names
        .map(([name]) => String(name))
        .filter((name) => tables.test(name))
        .map((name) => [name, JSON.stringify(db.query(`SELECT * FROM ${name}`).values())]),
    );
  } finally {
    db.close();
  }
}

/** Makes a server stand still within its transaction, as soon as it writes to a table. */
export class Stall {
  readonly #db: Database;

  constructor(
    dataDir: string,
    readonly table: string,
  ) {
    this.#db = new Database(join(dataDir, "live.db"));
    this.#db.run("PRAGMA busy_timeout = 5000");
    for (const event of ["INSERT", "UPDATE"])
      this.#db.run(`CREATE TRIGGER stall_${event} BEFORE ${event} ON ${table} BEGIN
        SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 1000000000000);
      END`);
    this.#db.run("PRAGMA busy_timeout = 0");
  }

  /** Waits until the server stands still. @throws Error where it does not */
  async reached(): Promise<void> {
    const deadline = Date.now() + DEADLINE_MS;
    for (let held = 0; held < HELD_POLLS; ) {
      if (Date.now() > deadline) throw new Error(`nothing wrote to ${this.table}`);
      await Bun.sleep(POLL_MS);
      held = this.#isLocked() ? held + 1 : 0;
    }
  }

  #isLocked(): boolean {
    try {
      this.#db.run("BEGIN IMMEDIATE");
      this.#db.run("ROLLBACK");
      return false;
    } catch {
      return true;
    }
  }

  /** Once the server is gone. */
  remove(): void {
    for (const event of ["INSERT", "UPDATE"]) this.#db.run(`DROP TRIGGER stall_${event}`);
    this.#db.close();
  }
}

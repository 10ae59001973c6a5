import { Database } from "bun:sqlite";
import { join } from "node:path";
import { until } from "../until.ts";

const POLL_MS = 10;
/** Consecutive polls with the write lock held, and their time, longer than any other write of a server. */
const HELD_POLLS = 15;
const HELD_MS = 150;
const DEADLINE_MS = 30_000;

/** Jobs run by themselves meanwhile, and leave entries. */
const ONLY: Readonly<Record<string, string>> = { audit_entries: "WHERE actor_kind <> 'job'" };

/** Rows of the tables matching a pattern, as text by table. */
export function readRows(dataDir: string, tables: RegExp): Map<string, string> {
  const db = new Database(join(dataDir, "live.db"), { readonly: true });
  try {
    db.run("BEGIN");
    const names = db.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").values();
    return new Map(
      names
        .map(([name]) => String(name))
        .filter((name) => tables.test(name))
        .map((name) => [
          name,
          JSON.stringify(db.query(`SELECT * FROM ${name} ${ONLY[name] ?? ""}`).values()),
        ]),
    );
  } finally {
    db.close();
  }
}

/** Blocks a server within its transaction as soon as it writes to a table. */
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

  /** Waits until the server is blocked. @throws Error after a timeout */
  async reached(): Promise<void> {
    let [held, since] = [0, 0];
    const isHeld = () => {
      held = this.#isLocked() ? held + 1 : 0;
      if (held <= 1) since = performance.now();
      return held >= HELD_POLLS && performance.now() - since >= HELD_MS;
    };
    await until(isHeld, DEADLINE_MS, POLL_MS).catch(() => {
      throw new Error(`nothing wrote to ${this.table}`);
    });
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

  /** Removes the block; call after the server has ended. */
  remove(): void {
    for (const event of ["INSERT", "UPDATE"]) this.#db.run(`DROP TRIGGER stall_${event}`);
    this.#db.close();
  }
}

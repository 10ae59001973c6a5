import type { Clock } from "../../kit/clock.ts";
import { openForWriting } from "../connection.ts";
import { Tx } from "../sql.ts";
import { migrate } from "./migrate.ts";

interface RebuildSteps<Saved> {
  /** Reads the rows to keep from the old tables. */
  save: (tx: Tx) => Saved;
  /** Inserts the first rows into the new tables. What was saved is null if the file had no tables. */
  fill: (tx: Tx, saved: Saved | null) => void;
}

/**
 * Rebuilds a sandbox file in one transaction, so that readers see either the old or the new content: every table is
 * dropped and created again by the migrations, which is several times faster than deleting many rows.
 */
export function rebuild<Saved>(path: string, clock: Clock, { save, fill }: RebuildSteps<Saved>): void {
  const tx = new Tx(openForWriting(path), true);
  tx.isOpen = true;
  tx.clockNow = clock.now();
  tx.now = tx.clockNow;
  try {
    tx.client
      .transaction(() => {
        const tables = listTables(tx);
        const saved = tables.length === 0 ? null : save(tx);
        for (const table of tables) tx.client.run(`DROP TABLE "${table}"`);
        migrate(tx.client, path, clock);
        fill(tx, saved);
        requireSoundKeys(tx, path);
      })
      .immediate();
  } finally {
    tx.close();
  }
}

/** Tables of full-text search are dropped with the table that they belong to. */
function listTables(tx: Tx): string[] {
  const rows = tx.client
    .query(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT GLOB 'sqlite_*'",
    )
    .all() as { name: string }[];
  return rows.map((row) => row.name);
}

function requireSoundKeys(tx: Tx, path: string): void {
  const broken = tx.client.query("PRAGMA foreign_key_check").all();
  if (broken.length > 0) throw new Error(`${path}: its first rows point to rows that are not there`);
}

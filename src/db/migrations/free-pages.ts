import type { Database as SqliteDatabase } from "bun:sqlite";
import type { Sql, Tx } from "../sql.ts";

/** Pages of a file, from its header. */
export interface FilePages {
  pages: number;
  /** Pages without content, which later rows fill. */
  free: number;
  pageBytes: number;
  /** Whether free pages can be given back. Not in files that an earlier salute made; their restored backups can. */
  canShrink: boolean;
}

const INCREMENTAL = 2;

export function readPages(sql: Sql): FilePages {
  return {
    pages: sql.one<{ page_count: number }>("PRAGMA page_count").page_count,
    free: sql.one<{ freelist_count: number }>("PRAGMA freelist_count").freelist_count,
    pageBytes: sql.one<{ page_size: number }>("PRAGMA page_size").page_size,
    canShrink: sql.one<{ auto_vacuum: number }>("PRAGMA auto_vacuum").auto_vacuum === INCREMENTAL,
  };
}

/** Lets the file that is now created, or copied by VACUUM INTO, give free pages back. SQLite accepts it only then. */
export function makeShrinkable(client: SqliteDatabase): void {
  const { auto_vacuum } = client.query("PRAGMA auto_vacuum").get() as { auto_vacuum: number };
  // Where it is so already, setting it again would write to the file.
  if (auto_vacuum !== INCREMENTAL) client.run("PRAGMA auto_vacuum = INCREMENTAL");
}

/**
 * Moves up to `count` pages from the file's end into free ones and shortens the file by them: the commit states its new
 * size, and the next checkpoint cuts it. Returns the number of pages.
 */
export function giveBack(tx: Tx, count: number): number {
  // One row per page: a statement that is not read to its end frees only one.
  return tx.all(`PRAGMA incremental_vacuum(${count})`).length;
}

import type { Sql, Tx } from "./sql.ts";

/** A file's own time, for rows of its changes and for reads; a file without one uses the clock. */
export interface Timeline {
  /** The file's time on this connection, in Unix milliseconds. */
  now(sql: Sql): number;
  /** Whether changes must wait, because the file's whole content is about to be replaced. */
  isHeld(sql: Sql, clockNow: number): boolean;
  /** Called in the transaction before each change: sets its time and its random bytes. */
  enter(tx: Tx): void;
  /** Called in the transaction after a successful change: advances the time if needed. */
  leave(tx: Tx): void;
}

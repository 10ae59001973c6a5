import type { Sql, Tx } from "./sql.ts";

/**
 * A time of a file's own, for the rows of its changes and for what is read from it; a file without one goes by the
 * clock.
 */
export interface Timeline {
  /** The time of the file as this connection sees it, in Unix milliseconds. */
  now(sql: Sql): number;
  /** Whether changes wait, because the file's whole content is about to be exchanged. */
  isHeld(sql: Sql, clockNow: number): boolean;
  /** In the transaction, before each change: gives it its time and its random bytes. */
  enter(tx: Tx): void;
  /** In the transaction, after a change that succeeded: moves the time on where there is a reason to. */
  leave(tx: Tx): void;
}

import type { Tx } from "./sql.ts";

/** The file could not be written now (locked by a command, disk full, closed). Nothing of the change is kept. */
export class WriteUnavailable extends Error {}

/**
 * Thrown inside a write closure: its change is undone, but `keep` is committed, and then `reason` is what the caller
 * gets. For what must outlive a refusal, such as counting a wrong try.
 */
export class RefuseButKeep extends Error {
  constructor(
    readonly reason: Error,
    readonly keep: (tx: Tx) => void,
  ) {
    super(reason.message);
  }
}

import type { Tx } from "./sql.ts";

/** The file could not be written now (locked by a command, disk full, closed). The change is not stored. */
export class WriteUnavailable extends Error {}

/**
 * Thrown inside a write closure: its change is undone, `keep` is committed, and the caller gets `reason`. For data
 * that must survive a refusal, such as the count of wrong attempts.
 */
export class RefuseButKeep extends Error {
  constructor(
    readonly reason: Error,
    readonly keep: (tx: Tx) => void,
  ) {
    super(reason.message);
  }
}

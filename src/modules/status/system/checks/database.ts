import type { Finding } from "../check.ts";
import type { Thresholds } from "../policy.ts";
import { levelAbove } from "../rules.ts";

export interface DatabaseFacts {
  /** What is wrong with the files, each in a few words; none where they can be read and written. */
  faults: readonly string[];
  /** Bytes of the write-ahead logs of all files. */
  walBytes: number;
  sqliteVersion: string;
  isInSafeMode: boolean;
  /** The invariant whose failure stopped changes; null else. */
  brokenInvariant: string | null;
}

const MIB = 1024 * 1024;

/** Whether the files take changes, and the service lets them. */
export function checkDatabase(facts: DatabaseFacts, thresholds: Thresholds<"database">): Finding {
  const walMib = Math.round((facts.walBytes / MIB) * 10) / 10;
  const observed = {
    writable: facts.faults.length === 0,
    safe_mode: facts.isInSafeMode,
    broken_invariant: facts.brokenInvariant,
    wal_mib: walMib,
    sqlite_version: facts.sqliteVersion,
  };
  const [fault] = facts.faults;
  if (fault !== undefined) return { status: "bad", message: `A database is not ready: ${fault}.`, observed };
  if (facts.brokenInvariant !== null) {
    const message = `Changes are stopped: the invariant ${facts.brokenInvariant} does not hold.`;
    return { status: "bad", message, observed };
  }
  if (facts.isInSafeMode)
    return { status: "warn", message: "Safe mode: reads go on, changes are refused.", observed };
  const status = levelAbove(walMib, thresholds.wal_mib_warn, thresholds.wal_mib_bad);
  if (status === "ok") return { status, message: "Databases take reads and changes.", observed };
  return { status, message: `The write-ahead logs have grown to ${walMib} MiB.`, observed };
}

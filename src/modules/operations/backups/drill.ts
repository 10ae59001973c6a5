import type { Sql, Tx } from "../../../db/sql.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";

/** What a restore drill found (contract section 12): a backup or the replica, restored to a scratch directory. */
export interface Drill {
  /** ISO 8601 UTC. */
  at: string;
  ok: boolean;
  source: "backup" | "replica";
  /** Id of the backup; `newest` for the replica. */
  from: string;
  /** What did not hold; null where all did. */
  error: string | null;
  /** Age of the newest row that came back: what would have been lost. */
  rpo_seconds: number | null;
  /** How long the restore and its proof took. */
  rto_seconds: number;
  /** Root of the restored log at its published size, as base64; null where it was never signed. */
  log_root: string | null;
  /** Whether the log that is published now has that root at that size; null where there is nothing to compare. */
  log_root_is_published: boolean | null;
}

const SETTING = "restore_drill";

/** The last drill; null before the first. */
export function readDrill(sql: Sql): Drill | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : (JSON.parse(value) as Drill);
}

export function keepDrill(tx: Tx, drill: Drill): void {
  writeSetting(tx, SETTING, JSON.stringify(drill));
}

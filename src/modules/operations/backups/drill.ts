import type { Sql, Tx } from "../../../db/sql.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";

/** Result of a restore drill (contract section 12): a backup or the replica, restored to a scratch directory. */
export interface Drill {
  /** ISO 8601 UTC. */
  at: string;
  ok: boolean;
  source: "backup" | "replica";
  /** Id of the backup, or `newest` for the replica. */
  from: string;
  /** Reason for the failure; null if the drill passed. */
  error: string | null;
  /** Age of the newest restored row: the time span a real restore would have lost. */
  rpo_seconds: number | null;
  /** Duration of the restore and its proof. */
  rto_seconds: number;
  /** Root of the restored log at its published size, base64; null if it was never signed. */
  log_root: string | null;
  /** Whether the published log has the same root at that size; null if there is nothing to compare. */
  log_root_is_published: boolean | null;
}

const SETTING = "restore_drill";

/** Last drill; null before the first. */
export function readDrill(sql: Sql): Drill | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : (JSON.parse(value) as Drill);
}

export function saveDrill(tx: Tx, drill: Drill): void {
  writeSetting(tx, SETTING, JSON.stringify(drill));
}

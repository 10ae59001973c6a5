import { type Static, Type } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { jsonSetting } from "../../platform/state/index.ts";

/** Result of a restore drill (contract section 12): a backup or the replica, restored to a scratch directory. */
const Drill = Type.Object({
  /** ISO 8601 UTC. */
  at: Type.String(),
  ok: Type.Boolean(),
  source: OneOf(["backup", "replica"]),
  /** Id of the backup, or `newest` for the replica. */
  from: Type.String(),
  /** Reason for the failure; null if the drill passed. */
  error: Nullable(Type.String()),
  /** Age of the newest restored row: the time span a real restore would have lost. */
  rpo_seconds: Nullable(Type.Number()),
  /** Duration of the restore and its proof. */
  rto_seconds: Type.Number(),
  /** Root of the restored log at its published size, base64; null if it was never signed. */
  log_root: Nullable(Type.String()),
  /** Whether the published log has the same root at that size; null if there is nothing to compare. */
  log_root_is_published: Nullable(Type.Boolean()),
});
export type Drill = Static<typeof Drill>;

/** The output of `salute backup drill`. */
export const DRILL_OUTPUT = checkedJson("The output of the drill", Drill);

const DRILL = jsonSetting("restore_drill", Drill);

/** Last drill; null before the first. */
export function readDrill(sql: Sql): Drill | null {
  return DRILL.read(sql);
}

export function setDrill(tx: Tx, drill: Drill): void {
  DRILL.write(tx, drill);
}

import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { findWindow, updateEnd } from "./store.ts";

/**
 * Ends maintenance now; takes back one that has not begun.
 * @throws Problem not_found, or state_conflict where it has ended already.
 */
export function endMaintenance(tx: Tx, actor: Actor, id: number): "ended" | "taken_back" {
  const window = findWindow(tx, id);
  if (window === null) throw new Problem("not_found", `Name another maintenance: there is no ${id}.`);
  if (window.ends_at <= tx.now || window.ends_at <= window.starts_at)
    throw new Problem("state_conflict", `Leave maintenance ${id} as it is: it has ended.`);
  const hasBegun = window.starts_at < tx.now;
  updateEnd(tx, id, hasBegun ? tx.now : window.starts_at);
  recordAudit(tx, actor, hasBegun ? "maintenance.end" : "maintenance.take_back", `maintenance:${id}`, {});
  return hasBegun ? "ended" : "taken_back";
}

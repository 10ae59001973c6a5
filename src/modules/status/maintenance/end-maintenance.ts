import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { findWindow, updateEnd } from "./store.ts";

/**
 * Ends maintenance now, or cancels it if it has not started. @throws Problem not_found; state_conflict if it has ended
 */
export function endMaintenance(tx: Tx, actor: Actor, id: number): "ended" | "taken_back" {
  const window = findWindow(tx, id);
  if (window === null)
    throw new Problem("not_found", `Name another maintenance: there is no maintenance ${id}.`);
  if (window.ends_at <= tx.now || window.ends_at <= window.starts_at)
    throw new Problem("state_conflict", `Nothing to end: maintenance ${id} has ended.`);
  const hasBegun = window.starts_at < tx.now;
  updateEnd(tx, id, hasBegun ? tx.now : window.starts_at);
  recordAudit(tx, actor, {
    action: hasBegun ? "maintenance.end" : "maintenance.take_back",
    subject: `maintenance:${id}`,
    details: {},
  });
  return hasBegun ? "ended" : "taken_back";
}

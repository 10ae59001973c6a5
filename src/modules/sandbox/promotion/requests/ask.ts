import type { Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import type { KeyRow } from "../../../access/keys/index.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { decideRequest, findRequest, upsertRequest } from "./store.ts";

/**
 * Asks the operators for the live key of a sandbox key.
 * @param tx of live.db
 * @throws Problem state_conflict for a disabled key, or one whose request waits
 */
export function askForPromotion(
  tx: Tx,
  actor: Actor,
  { sandboxKey, note }: { sandboxKey: KeyRow; note: string | null },
): void {
  const { key_id, partner, status } = sandboxKey;
  if (status === "disabled")
    throw new Problem("state_conflict", `Choose another key: the operators disabled ${key_id}.`);
  if (findRequest(tx, key_id)?.state === "waiting")
    throw new Problem("state_conflict", "Wait for the operators: they were asked for this key's promotion.");
  upsertRequest(tx, { key_id, partner, note });
  recordAudit(tx, actor, { action: "promotion.ask", subject: key_id, details: { partner, note } });
}

/** Declines a partner's request; the partner sees the reason. @throws Problem state_conflict if none waits */
export function declinePromotion(
  tx: Tx,
  actor: Actor,
  { keyId, reason }: { keyId: string; reason: string },
): void {
  if (!decideRequest(tx, { key_id: keyId, state: "declined", reason }))
    throw new Problem("state_conflict", `Leave it as it is: no request for ${keyId} waits.`);
  recordAudit(tx, actor, { action: "promotion.decline", subject: keyId, details: { reason } });
}

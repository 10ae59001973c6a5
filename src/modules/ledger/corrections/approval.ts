import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { actorName } from "../../platform/audit/index.ts";

/** Name of the requester in a correction's row: an operator's, or the command. */
export function requesterName(actor: Actor): string {
  return actor.kind === "command" ? `salute ${actor.name}` : actorName(actor);
}

/** @param total hundredths. @param limit salutes that one operator may correct alone */
export function needsApproval(total: number, limit: number): boolean {
  return fromHundredths(total) > limit;
}

/** @throws Problem state_conflict if the correction does not wait, or for its own requester */
export function requireApprover(actor: Actor, row: { state: string; requested_by: string }): void {
  requireWaiting(row);
  if (requesterName(actor) === row.requested_by)
    throw new Problem(
      "state_conflict",
      `Ask another operator: ${row.requested_by} asked for it, and cannot approve it too.`,
    );
}

/** @throws Problem state_conflict unless the correction waits for approval */
export function requireWaiting({ state }: { state: string }): void {
  if (state !== "waiting_approval")
    throw new Problem(
      "state_conflict",
      `Leave it as it is: only what waits for approval is approved or cancelled, and it is ${state}.`,
    );
}

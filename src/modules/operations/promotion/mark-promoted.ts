import { recordAudit } from "../../platform/audit/index.ts";
import { endLeaseStop, LOG_AWAITS_RESUME_SETTING, writeSetting } from "../../platform/state/index.ts";
import { changeRestored, type Restorer } from "../backups/index.ts";

interface PromotedState {
  /** The restored state, for the audit trail. */
  state: string;
  /** Whether the log continues to be signed. */
  signsOn: boolean;
}

/** Prepares a restored file for the new leader: ids skip ahead, and the previous leader's stop of changes ends. */
export function markPromoted(
  path: string,
  { clock, actor }: Restorer,
  { state, signsOn }: PromotedState,
): Promise<void> {
  return changeRestored(path, clock, (tx) => {
    endLeaseStop(tx, actor);
    if (!signsOn) writeSetting(tx, LOG_AWAITS_RESUME_SETTING, "promoted");
    recordAudit(tx, actor, { action: "promote", subject: "service", details: { state } });
  });
}

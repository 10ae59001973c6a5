import { recordAudit } from "../../platform/audit/index.ts";
import { endLeaseStop, LOG_AWAITS_RESUME_SETTING, writeSetting } from "../../platform/state/index.ts";
import { changeRestored, type Restorer } from "../backups/index.ts";

/** Makes a restored file a leader's: ids jump, and what stopped the changes of the machine before it is over. */
export function markPromoted(
  path: string,
  { clock, actor }: Restorer,
  state: string,
  signsOn: boolean,
): Promise<void> {
  return changeRestored(path, clock, (tx) => {
    endLeaseStop(tx, actor);
    if (!signsOn) writeSetting(tx, LOG_AWAITS_RESUME_SETTING, "promoted");
    recordAudit(tx, actor, "promote", "service", { state });
  });
}

import { Database } from "../../../db/database.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { endLeaseStop, LOG_AWAITS_RESUME_SETTING, writeSetting } from "../../platform/state/index.ts";
import { jumpIds, type Restorer } from "../backups/index.ts";

/**
 * Makes a restored file a leader's: new rows get ids far beyond those that others may have seen, and what stopped the
 * changes of the machine before it is over.
 */
export async function markPromoted(
  path: string,
  { clock, actor }: Restorer,
  state: string,
  signsOn: boolean,
): Promise<void> {
  const database = Database.open(path, clock);
  try {
    await database.writer.run((tx) => {
      jumpIds(tx);
      if (!path.endsWith("live.db")) return;
      endLeaseStop(tx, actor);
      if (!signsOn) writeSetting(tx, LOG_AWAITS_RESUME_SETTING, "promoted");
      recordAudit(tx, actor, "promote", "service", { state });
    });
  } finally {
    await database.close();
  }
}

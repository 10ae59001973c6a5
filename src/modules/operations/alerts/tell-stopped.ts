import type { Database } from "../../../db/database.ts";
import { readSafeMode, readSetting, writeSetting } from "../../platform/state/index.ts";
import type { AlertDesk } from "./alert-desk.ts";
import { stoppedAlert } from "./compose.ts";

interface TellParts {
  live: Database;
  alerts: AlertDesk;
}

/** When the safe mode that operators were last told of began. */
const TOLD = "told_stopped_since";

/** Tells operators once that a failed invariant has stopped changes, whichever process noticed it. */
export async function tellStopped({ live, alerts }: TellParts): Promise<void> {
  const mode = readSafeMode(live.read);
  if (mode === null || mode.invariant === null || readSetting(live.read, TOLD) === String(mode.since)) return;
  await live.writer.run((tx) => {
    alerts.raise(tx, stoppedAlert(mode.reason, alerts.parts.baseUrl()));
    writeSetting(tx, TOLD, String(mode.since));
  });
}

import type { Database } from "../../../db/database.ts";
import { readSafeMode, readSetting, writeSetting } from "../../platform/state/index.ts";
import type { AlertDesk } from "./alert-desk.ts";
import { stoppedAlert } from "./compose.ts";

interface StoppedParts {
  live: Database;
  alerts: AlertDesk;
}

/** Setting: start of the safe mode that operators were last alerted about. */
const REPORTED = "told_stopped_since";

/** Alerts operators once that a failed invariant has stopped changes, whichever process detected it. */
export async function alertStopped({ live, alerts }: StoppedParts): Promise<void> {
  const mode = readSafeMode(live.read);
  if (mode === null || mode.invariant === null || readSetting(live.read, REPORTED) === String(mode.since))
    return;
  await live.writer.run((tx) => {
    alerts.raise(tx, stoppedAlert(mode.reason, alerts.parts.baseUrl()));
    writeSetting(tx, REPORTED, String(mode.since));
  });
}

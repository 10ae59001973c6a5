import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { workOff } from "../../../kit/work-off.ts";
import type { AlertDesk } from "./alert-desk.ts";
import { AlertRefused, type AlertTransport } from "./client.ts";
import { type Contact, POSTED, type PostedAlert } from "./model.ts";
import { GIVE_UP_MS, retryDelay } from "./rules.ts";
import { type AlertRow, beginAttempt, endAlert, listDueAlerts, postponeAlert } from "./store.ts";

export interface SendingParts {
  db: Database;
  /** Null for a contact without a URL. */
  transports: Readonly<Record<Contact, AlertTransport | null>>;
  withLink: (alert: PostedAlert) => PostedAlert;
  clock: Clock;
  log: Logger;
}

const BATCH = 20;
/** Longer than any attempt: after a crash the alert is retried then. */
const ATTEMPT_MS = MINUTE_MS;

/** Posts due alerts one after another until none is left or the signal aborts. Returns the number accepted. */
export function sendDueAlerts(parts: SendingParts, signal: AbortSignal): Promise<number> {
  return workOff({
    listDue: () => listDueAlerts(parts.db.read, parts.clock.now(), BATCH),
    mayGoOn: () => !signal.aborted,
    attempt: (alert) => attempt(parts, alert),
  });
}

async function attempt(
  { db, transports, withLink, clock, log }: SendingParts,
  alert: AlertRow,
): Promise<boolean> {
  if (clock.now() - alert.created_at > GIVE_UP_MS) {
    await db.writer.run((tx) =>
      endAlert(tx, alert.id, { state: "failed", error: alert.last_error ?? "too old" }),
    );
    return false;
  }
  if (!(await db.writer.run((tx) => beginAttempt(tx, alert, tx.now + ATTEMPT_MS)))) return false;
  try {
    const transport = transports[alert.contact];
    if (transport === null) throw new AlertRefused("no URL is set");
    await transport.post(withLink(POSTED.read(alert.body)));
  } catch (error) {
    const reason = error instanceof AlertRefused ? error.message : "it could not be posted";
    log.warn("an alert was not accepted", { alert: alert.uid, attempt: alert.attempts + 1, error: reason });
    await db.writer.run((tx) =>
      postponeAlert(tx, alert.id, { at: tx.now + retryDelay(alert.attempts + 1), error: reason }),
    );
    return false;
  }
  await db.writer.run((tx) => endAlert(tx, alert.id, { state: "sent", error: null }));
  return true;
}

/** Posts due alerts to both contacts, in safe mode too. */
export async function sendAlerts(
  { alerts, live: db, clock, log }: { alerts: AlertDesk; live: Database; clock: Clock; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const { webhook: first, second } = alerts.parts;
  const withLink = (alert: PostedAlert) => alerts.withLink(db.read, alert);
  await sendDueAlerts({ db, clock, log, withLink, transports: { first, second } }, signal);
}

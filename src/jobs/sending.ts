import type { Services } from "../compose/services.ts";
import { noteMail } from "../modules/ledger/claims/index.ts";
import { sendDueAlerts } from "../modules/operations/alerts/index.ts";
import { sendDueMail } from "../modules/platform/mail/index.ts";

/** Sends mail that is due; none where no mail server is configured, and while safe mode is on. */
export async function sendMail(services: Services, signal: AbortSignal): Promise<void> {
  const { mail, live: db, clock, log, http } = services;
  if (mail === null) return;
  const { safeModeReason } = http;
  await sendDueMail({ db, clock, log, ...mail, safeModeReason, onEnd: noteMail }, signal);
}

/** Posts alerts that are due, in safe mode, too: operators need them then most. */
export async function sendAlerts(
  { alerts, live: db, clock, log }: Services,
  signal: AbortSignal,
): Promise<void> {
  const { webhook } = alerts.parts;
  if (webhook !== null) await sendDueAlerts({ db, clock, log, webhook }, signal);
}

import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { findPartnerId } from "../../access/keys/index.ts";
import type { Caller, UsageRecorder } from "../../access/usage/index.ts";
import type { AlertContent, AlertDesk } from "../../operations/alerts/index.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import { listCallers } from "./calls.ts";
import type { Deprecations } from "./deprecations.ts";
import { buildHelpUrl, daysLeft, inDays, reminderDue } from "./rules.ts";
import type { Deprecation } from "./schedule.ts";
import { listReminded, noteReminded, OPERATORS, type Reminder } from "./store.ts";

export interface ReminderParts {
  policies: { deprecations: Deprecations };
  live: Database;
  sandbox: Database;
  usage: UsageRecorder;
  alerts: AlertDesk;
}

/** Number of partners reminded per transaction. */
const CHUNK = 100;

/**
 * Sends due reminders: the event `api.deprecation` to each partner that still calls, and an alert to operators, each
 * once per entry, sunset and number of days. Partners with only sandbox keys have no live webhooks and get none.
 * Returns the number of partners reminded.
 */
export async function sendReminders(parts: ReminderParts, now: number, signal: AbortSignal): Promise<number> {
  let reminded = 0;
  for (const entry of parts.policies.deprecations.entries) {
    const days = reminderDue(entry, now);
    if (days === null || signal.aborted) continue;
    reminded += await remindOf(parts, { entry, days }, now);
  }
  return reminded;
}

async function remindOf(
  { policies: { deprecations }, live, sandbox, usage, alerts }: ReminderParts,
  { entry, days }: { entry: Deprecation; days: number },
  now: number,
): Promise<number> {
  const reminder: Reminder = { deprecationId: entry.id, sunsetAt: entry.sunsetAt, days };
  const help = buildHelpUrl(entry, deprecations.baseUrl());
  const left = daysLeft(entry, now);
  const callers = listCallers({ files: [live.read, sandbox.read], recorder: usage }, entry, now);
  const reminded = listReminded(live.read, reminder);
  const due = callers.flatMap((caller) => {
    const partnerId = findPartnerId(live.read, caller.partner);
    return partnerId === null || reminded.has(partnerId) ? [] : [{ ...caller, partnerId }];
  });
  for (let start = 0; start < due.length; start += CHUNK) {
    await live.writer.run((tx) => {
      for (const { partnerId, calls } of due.slice(start, start + CHUNK))
        if (noteReminded(tx, reminder, partnerId)) emit(tx, entry, { partnerId, calls, left, help });
    });
  }
  if (!reminded.has(OPERATORS)) {
    await live.writer.run((tx) => {
      if (noteReminded(tx, reminder, OPERATORS)) alerts.raise(tx, alertOf(entry, { left, callers, help }));
    });
  }
  return due.length;
}

interface PartnerReminder {
  partnerId: number;
  calls: number;
  /** Days until the sunset. */
  left: number;
  help: string;
}

function emit(tx: Tx, entry: Deprecation, { partnerId, calls, left, help }: PartnerReminder): void {
  emitEvent(tx, {
    partnerId,
    type: "api.deprecation",
    data: {
      deprecation_id: entry.id,
      title: entry.title,
      endpoints: entry.endpoints.map(({ method, path }) => `${method} ${path}`),
      deprecated_at: isoUtc(entry.deprecatedAt),
      sunset_at: isoUtc(entry.sunsetAt),
      days_left: left,
      calls,
      replacement: entry.replacement,
      help,
    },
  });
}

function stillCalling(partners: number): string {
  return partners === 1 ? "1 partner still calls" : `${partners} partners still call`;
}

function alertOf(
  { id, title, sunsetAt }: Deprecation,
  { left, callers, help }: { left: number; callers: readonly Caller[]; help: string },
): AlertContent {
  const who = callers.map(({ partner, calls }) => `${partner} (${calls})`).slice(0, 20);
  const more = callers.length > who.length ? ` and ${callers.length - who.length} more` : "";
  const calling =
    callers.length === 0
      ? "No partner called it in the last 30 days."
      : `Partners still calling, with their calls of the last 30 days: ${who.join(", ")}${more}.`;
  return {
    type: "deprecation.due",
    title: `${id} reaches its sunset in ${inDays(left)}: ${stillCalling(callers.length)} it`,
    lines: [`${title}. Its endpoints answer 410 from ${isoUtc(sunsetAt)}.`, calling, `More: ${help}`],
    overall: null,
    changes: [],
    checks: {},
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../compose/services.ts";
import type { Database } from "../db/database.ts";
import type { Tx } from "../db/sql.ts";
import { NONCE_WINDOW_MS } from "../http/mutation.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../kit/clock.ts";
import { purgeCredentials } from "../modules/access/operators/index.ts";
import { purgeUsage } from "../modules/access/usage/index.ts";
import { forgetRecipients } from "../modules/ledger/claims/index.ts";
import { purgeChallenges } from "../modules/ledger/users/index.ts";
import { purgeAlerts } from "../modules/operations/alerts/index.ts";
import { purgeExpired } from "../modules/platform/idempotency/index.ts";
import { purgeRuns } from "../modules/platform/jobs/index.ts";
import type { Job } from "../modules/platform/jobs/job.ts";
import { purgeMail } from "../modules/platform/mail/index.ts";
import { EVIDENCE_DAYS, purgeEvidence } from "../modules/sandbox/promotion/index.ts";
import * as audioShare from "../modules/share-links/links/index.ts";
import { purgeStatus } from "../modules/status/system/index.ts";
import { deletePastEvents, findPastEvents, type Keeping } from "../modules/webhooks/events/index.ts";

/** Deletes at most `chunk` rows that are past their time; returns how many went. */
type Purge = (tx: Tx, chunk: number) => number;

const MAX_CHUNK = 500;
const MIN_CHUNK = 20;
/** A chunk that takes longer is halved: on a cold or slow disk 500 rows could hold the writer for over 50 ms. */
const SLOW_MS = 20;
/** Between chunks requests have the writer to themselves. */
const PAUSE_MS = 5;

const CHALLENGE_DAYS = 7;
const USAGE_DAYS = 35;
const RUN_DAYS = 90;
const EVENT_DAYS = 30;
const DEAD_LETTER_DAYS = 90;
/** Events that are looked at in one turn of the event loop: those that are kept longer stand between the others. */
const EVENT_WINDOW = 2_000;
/** A year of status can be looked at, and the days around it. */
const STATUS_DAYS = 400;
const MAIL_DAYS = 30;
const ALERT_DAYS = 90;
const SHARE_LINK_DAYS = 90;
/** Longer than any signed link lives. */
const SHARE_KEY_DAYS = 60;
const SHARE_EVENT_DAYS = 400;
/** After a claim is over, for whoever asks what became of it. */
const RECIPIENT_DAYS = 90;

/** What is kept how long, by name; in a practice file by its own time, but for nonces. */
function purges({ config, clock }: Services, file: Database): Record<string, Purge> {
  const clockNow = clock.now();
  const now = file.now(clockNow);
  const daysAgo = (days: number) => now - days * DAY_MS;
  const recordsBefore = daysAgo(config.idempotencyRetentionDays);
  return {
    "nonces and idempotency records": (tx, chunk) =>
      purgeExpired(tx, clockNow - NONCE_WINDOW_MS, recordsBefore, chunk),
    "wallet challenges": (tx, chunk) => purgeChallenges(tx, daysAgo(CHALLENGE_DAYS), chunk),
    "usage minutes": (tx, chunk) => purgeUsage(tx, Math.floor(daysAgo(USAGE_DAYS) / MINUTE_MS), chunk),
    "job runs": (tx, chunk) => purgeRuns(tx, daysAgo(RUN_DAYS), chunk),
    "status snapshots": (tx, chunk) => purgeStatus(tx, daysAgo(STATUS_DAYS), chunk),
    mails: (tx, chunk) => purgeMail(tx, daysAgo(MAIL_DAYS), chunk),
    alerts: (tx, chunk) => purgeAlerts(tx, daysAgo(ALERT_DAYS), chunk),
    "recipients of claims": (tx, chunk) => forgetRecipients(tx, daysAgo(RECIPIENT_DAYS), chunk),
    "share links with their clicks": (tx, chunk) =>
      audioShare.purgeLinks(tx, daysAgo(SHARE_LINK_DAYS), chunk),
    "keys of share links": (tx, chunk) => audioShare.purgeKeys(tx, daysAgo(SHARE_KEY_DAYS), chunk),
    "audio-share events": (tx, chunk) =>
      audioShare.purgeEvents(
        tx,
        now - config.audioShareDedupeHours * HOUR_MS,
        Math.floor(daysAgo(SHARE_EVENT_DAYS) / DAY_MS),
        chunk,
      ),
    "operator credentials": (tx, chunk) => purgeCredentials(tx, now, chunk),
    "promotion evidence": (tx, chunk) => purgeEvidence(tx, daysAgo(EVIDENCE_DAYS), chunk),
  };
}

export const retention: Job = {
  name: "retention",
  schedule: "17 3 * * *",
  timeoutMs: 10 * MINUTE_MS,
  description:
    "Deletes what is past its time: nonces, recorded answers, usage, events, runs, status, mail, alerts, credentials",
  async run(services, signal) {
    const deleted = new Map<string, number>();
    for await (const file of files(services)) {
      for (const [name, purge] of Object.entries(purges(services, file)))
        deleted.set(name, (deleted.get(name) ?? 0) + (await purgeAll(file, purge, signal)));
    }
    let events = 0;
    for await (const file of files(services))
      events += await purgeEvents(file, file.now(services.clock.now()), signal);
    deleted.set("events", events);
    const some = [...deleted].filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
    return some.length === 0 ? "nothing was past its time" : `deleted ${some.join(", ")}`;
  },
};

async function* files({ live, sandbox, practice }: Services): AsyncGenerator<Database> {
  yield live;
  yield sandbox;
  yield* practice.each();
}

/** Goes through the old events once, and deletes those of which nothing is kept any more. */
async function purgeEvents(db: Database, now: number, signal: AbortSignal): Promise<number> {
  const keeping: Keeping = {
    finishedBefore: now - EVENT_DAYS * DAY_MS,
    deadBefore: now - DEAD_LETTER_DAYS * DAY_MS,
  };
  let total = 0;
  for (let after: number | null = 0; after !== null; ) {
    const found = findPastEvents(db.read, keeping, after, EVENT_WINDOW);
    const ids = [...found.ids];
    total += await purgeAll(db, (tx, chunk) => deletePastEvents(tx, keeping, ids.splice(0, chunk)), signal);
    after = found.next;
    await pause(PAUSE_MS);
  }
  return total;
}

async function purgeAll(db: Database, purge: Purge, signal: AbortSignal): Promise<number> {
  let total = 0;
  let chunk = MAX_CHUNK;
  while (true) {
    signal.throwIfAborted();
    const { deleted, durationMs } = await db.writer.run((tx) => timed(() => purge(tx, chunk)));
    if (deleted === 0) return total;
    total += deleted;
    chunk =
      durationMs > SLOW_MS
        ? Math.max(MIN_CHUNK, Math.floor(chunk / 2))
        : Math.min(MAX_CHUNK, chunk + MIN_CHUNK);
    await pause(PAUSE_MS);
  }
}

function timed(work: () => number): { deleted: number; durationMs: number } {
  const startedAt = performance.now();
  return { deleted: work(), durationMs: performance.now() - startedAt };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import {
  EVENT_DATA,
  EVENT_TYPES,
  expandPattern,
  type FeedRow,
  findSequenceAt,
  listFeed,
  SUBSCRIBED,
} from "../events/index.ts";
import type { WebhookRow } from "../webhooks/index.ts";
import { MAX_RECOVERED } from "./model.ts";
import { listRecords } from "./store.ts";

/** Events examined in one turn of the event loop, and by one request. */
const WINDOW = 1_000;
const MAX_EXAMINED = 100_000;
/** Pause between windows, in which other requests have the event loop. */
const PAUSE_MS = 2;
/** Times of events rise with their numbers unless the clock was set back; this margin still finds every event. */
const CLOCK_SLACK_MS = MINUTE_MS;

interface Span {
  /** Unix milliseconds: created at or after `since`, and before `until`. */
  since: number;
  until: number;
}

/** Events that a webhook should have received. */
export interface Missed {
  /** Ids of events without a record for this webhook. */
  events: number[];
  /** Ids of its dead letters. */
  deadLetters: number[];
  /** Where to continue; null at the end. */
  nextSince: number | null;
}

/**
 * Finds the events of a time that the webhook subscribes to now and that neither were nor will be delivered to it,
 * oldest first.
 */
export async function listMissed(sql: Sql, webhook: WebhookRow, { since, until }: Span): Promise<Missed> {
  const { partner_id: partnerId } = webhook;
  const missed: Missed = { events: [], deadLetters: [], nextSince: null };
  const types = SUBSCRIBED.read(webhook.event_types).flatMap(expandPattern);
  const start = findSequenceAt(sql, partnerId, since - CLOCK_SLACK_MS) - 1;
  const enough = findSequenceAt(sql, partnerId, since) + MAX_EXAMINED;
  const end = findSequenceAt(sql, partnerId, until + CLOCK_SLACK_MS) - 1;
  for (let after = start; after < end; after += WINDOW) {
    const through = Math.min(end, after + WINDOW);
    const rows = listFeed(sql, partnerId, { types, after, through, limit: WINDOW }).filter(
      ({ created_at }) => created_at >= since && created_at < until,
    );
    const left = addMissed(sql, webhook, { rows, missed });
    if (left !== undefined) return { ...missed, nextSince: left.created_at };
    const nextAt = through < enough || through === end ? null : timeOf(sql, partnerId, through + 1);
    if (nextAt !== null && nextAt > since && nextAt < until) return { ...missed, nextSince: nextAt };
    await pause(PAUSE_MS);
  }
  return missed;
}

/** When an event was created; null if it is deleted. */
function timeOf(sql: Sql, partnerId: number, sequence: number): number | null {
  const range = { types: EVENT_TYPES, after: sequence - 1, through: sequence, limit: 1 };
  return listFeed(sql, partnerId, range)[0]?.created_at ?? null;
}

/** Adds the missed events of a window; returns the first for which there is no room. */
function addMissed(
  sql: Sql,
  { id }: WebhookRow,
  { rows, missed }: { rows: readonly FeedRow[]; missed: Missed },
): FeedRow | undefined {
  const { events, deadLetters } = missed;
  const records = listRecords(
    sql,
    id,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    const record = records.get(row.id);
    const isMissed = record === undefined ? isMeantFor(row, id) : record.state === "dead_letter";
    if (!isMissed) continue;
    if (events.length + deadLetters.length === MAX_RECOVERED) return row;
    if (record === undefined) events.push(row.id);
    else deadLetters.push(record.id);
  }
  return undefined;
}

/** A test is for one webhook only, and a dead letter is not announced to the webhook whose it is. */
function isMeantFor({ event_type, data }: FeedRow, webhookId: number): boolean {
  if (event_type === "webhook.test") return false;
  return event_type !== "webhook.delivery_failed" || EVENT_DATA.read(data).webhook_id !== webhookId;
}

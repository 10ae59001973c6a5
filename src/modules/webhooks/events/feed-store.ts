import { Type } from "@sinclair/typebox";
import { columns, type In } from "../../../db/columns.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { events } from "../../../db/tables/events.ts";
import { EVENT_TYPES } from "./catalogue.ts";

export const EVENT_DATA = jsonColumn("events.data", Type.Record(Type.String(), Type.Unknown()));

/** The newest event in `event_feed`. */
const THROUGH = "ifnull((SELECT through_id FROM event_feed_state), 0)";

// The unary plus keeps SQLite from preparing the statement again at each call (see claim-deliveries.ts).
const FLOOR = "ifnull((SELECT sequence FROM event_feed_floors WHERE partner_id = +?1), 0)";
const NEWEST = `SELECT max(
  ifnull((SELECT sequence FROM events WHERE id > ${THROUGH} AND partner_id = +?1 ORDER BY id DESC LIMIT 1), 0),
  ifnull((SELECT max(sequence) FROM event_feed WHERE partner_id = +?1), 0), ${FLOOR}) AS sequence`;

type Sequenced = Pick<FeedRow, "sequence">;

/** The number of the partner's event that is inserted next. */
export function nextSequence(tx: Tx, partnerId: number): number {
  return tx.next(`sequence ${partnerId}`, () => newestSequence(tx, partnerId));
}

/** The number of the partner's newest event; 0 before the first. */
export function newestSequence(sql: Sql, partnerId: number): number {
  return sql.get<Sequenced>(NEWEST, partnerId)?.sequence ?? 0;
}

/** The highest number of the partner whose event was deleted; 0 if none was. */
export function feedFloor(sql: Sql, partnerId: number): number {
  return sql.get<Sequenced>(`SELECT ${FLOOR} AS sequence`, partnerId)?.sequence ?? 0;
}

const COLUMNS = columns<typeof events>()(
  "id",
  "uid",
  "sequence",
  "event_type",
  "data",
  "idempotency_key",
  "created_at",
);
export type FeedRow = In<typeof COLUMNS>;

interface FeedRange {
  /** Only events of these types. */
  types: readonly string[];
  /** Only numbers above `after`, and up to `through`. */
  after: number;
  through: number;
  limit: number;
}

const INDEXED = `SELECT ${COLUMNS} FROM events WHERE id IN (
    SELECT f.event_id FROM event_feed AS f JOIN events AS e ON e.id = f.event_id
      WHERE f.partner_id = +? AND f.sequence > +? AND f.sequence <= +?
        AND e.event_type IN (SELECT value FROM json_each(?)) ORDER BY f.sequence LIMIT ?)
  ORDER BY id`;
const RECENT = `SELECT ${COLUMNS} FROM events WHERE id > ${THROUGH} AND partner_id = +? AND sequence > +? AND sequence <= +?
  AND event_type IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`;

/** A partner's events in a range of numbers, oldest first. */
export function listFeed(sql: Sql, partnerId: number, range: FeedRange): FeedRow[] {
  const { after, through, limit } = range;
  const types = JSON.stringify(range.types);
  const indexed = sql.all<FeedRow>(INDEXED, partnerId, after, through, types, limit);
  if (indexed.length === limit) return indexed;
  return [...indexed, ...sql.all<FeedRow>(RECENT, partnerId, after, through, types, limit - indexed.length)];
}

/**
 * The first number of the partner that is not older than a time, found by binary search, as far as numbers rise with
 * time; one above the newest if all are older.
 */
export function findSequenceAt(sql: Sql, partnerId: number, time: number): number {
  let low = feedFloor(sql, partnerId) + 1;
  let high = newestSequence(sql, partnerId) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const range = { types: EVENT_TYPES, after: middle - 1, through: middle, limit: 1 };
    const [event] = listFeed(sql, partnerId, range);
    if (event !== undefined && event.created_at < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Lets each partner's feed begin again after a gap, when its newest events may be lost. New events with their numbers
 * would be missed by readers who saw the lost ones; now these readers are told that their place is gone.
 */
export function beginFeedsAgain(tx: Tx, gap: number): void {
  for (const { id } of tx.all<{ id: number }>("SELECT id FROM partners")) {
    const newest = newestSequence(tx, id);
    if (newest > 0)
      tx.run(
        `INSERT INTO event_feed_floors (partner_id, sequence) VALUES (?, ?)
           ON CONFLICT (partner_id) DO UPDATE SET sequence = excluded.sequence`,
        id,
        newest + gap,
      );
  }
}

/** Takes events that are about to be deleted out of the feed, which then begins after them. */
export function deleteFromFeed(tx: Tx, ids: string): void {
  tx.run(
    `INSERT INTO event_feed_floors (partner_id, sequence)
       SELECT partner_id, max(sequence) FROM events WHERE id IN (SELECT value FROM json_each(?)) GROUP BY partner_id
       ON CONFLICT (partner_id) DO UPDATE SET sequence = max(sequence, excluded.sequence)`,
    ids,
  );
  tx.run(
    `DELETE FROM event_feed WHERE (partner_id, sequence) IN (
       SELECT partner_id, sequence FROM events WHERE id IN (SELECT value FROM json_each(?)))`,
    ids,
  );
}

import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { LedgerEntry } from "../../ledger/entries/index.ts";
import { EVENT_DATA, type FeedRow, findSequenceAt, listFeed } from "../../webhooks/events/index.ts";

/** More events than one commit makes: a batch of 1,000 entries has one each, and other requests share the commit. */
const EXAMINED = 5_000;
const CHUNK = 200;

/** The event of an entry, among those of the same commit; null if it is no longer kept. */
export function findEvent(
  sql: Sql,
  partnerId: number,
  { id, delta, created_at }: Static<typeof LedgerEntry>,
): FeedRow | null {
  const time = Date.parse(created_at);
  const types = [delta > 0 ? "salutes.credit" : "salutes.debit"];
  let after = findSequenceAt(sql, partnerId, time) - 1;
  const through = after + EXAMINED;
  for (;;) {
    const events = listFeed(sql, partnerId, { types, after, through, limit: CHUNK });
    const found = events.find((each) => EVENT_DATA.read(each.data).ledger_entry_id === id);
    if (found !== undefined) return found;
    const last = events.at(-1);
    if (last === undefined || events.length < CHUNK || last.created_at > time) return null;
    after = last.sequence;
  }
}

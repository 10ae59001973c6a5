import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { newestSequence } from "../events/index.ts";
import type { StreamEventsQuery } from "./model.ts";

interface Asked {
  query: Static<typeof StreamEventsQuery>;
  /** The header Last-Event-ID; null without one. */
  lastEventId: string | null;
}

/**
 * The sequence after which a stream begins; undefined for the oldest event. @throws Problem invalid_payload if
 * Last-Event-ID is not a sequence
 */
export function positionOf(sql: Sql, partnerId: number, { query, lastEventId }: Asked): number | undefined {
  if (lastEventId !== null && lastEventId !== "") {
    const sequence = Number(lastEventId);
    if (!/^\d+$/.test(lastEventId) || !Number.isSafeInteger(sequence))
      throw invalidPayload("Last-Event-ID", "must be the id of an event of this stream");
    return sequence;
  }
  if (query.after === undefined && query.only_new === true) return newestSequence(sql, partnerId);
  return query.after;
}

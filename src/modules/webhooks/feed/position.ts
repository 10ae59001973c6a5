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

interface Position {
  /** Undefined for the oldest event. */
  after: number | undefined;
  /** Whether the client does not know it: the newest sequence at the request. */
  isNow: boolean;
}

/** The sequence after which a stream begins. @throws Problem invalid_payload if Last-Event-ID is not a sequence */
export function positionOf(sql: Sql, partnerId: number, { query, lastEventId }: Asked): Position {
  if (lastEventId !== null && lastEventId !== "") {
    const sequence = Number(lastEventId);
    if (!/^\d+$/.test(lastEventId) || !Number.isSafeInteger(sequence))
      throw invalidPayload("Last-Event-ID", "must be the id of an event of this stream");
    return { after: sequence, isNow: false };
  }
  const isNow = query.after === undefined && query.only_new === true;
  return { after: isNow ? newestSequence(sql, partnerId) : query.after, isNow };
}

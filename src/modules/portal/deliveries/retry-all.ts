import type { Static } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { MemberActor } from "../../../http/operation.ts";
import { type ReplayFilter, replayDeliveries } from "../../webhooks/deliveries/index.ts";
import { MAX_RETRIED } from "./model.ts";

interface RetriedAll {
  /** Records that the filter selected, and those of them that are sent again. */
  count: number;
  sent: number;
  hasMore: boolean;
}

/** Sends up to MAX_RETRIED records again, as many per commit as a request of the API does, so that other changes go on. */
export async function retryAll(
  live: Database,
  actor: MemberActor,
  filter: Static<typeof ReplayFilter>,
): Promise<RetriedAll> {
  const { partnerId } = actor;
  let count = 0;
  let sent = 0;
  let after: number | null = 0;
  while (after !== null && count < MAX_RETRIED) {
    const next: Static<typeof ReplayFilter> = { ...filter, after };
    const done = await live.writer.run((tx) => replayDeliveries(tx, actor, { partnerId, filter: next }));
    count += done.count;
    sent += done.replayed_count;
    after = done.next_after;
  }
  return { count, sent, hasMore: after !== null };
}

import type { Static } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { MemberActor } from "../../../http/operation.ts";
import { type ReplayFilter, type ReplayResult, replayDeliveries } from "../../webhooks/deliveries/index.ts";
import { MAX_RETRIED } from "./model.ts";

interface RetriedAll {
  /** One for each record that the filter selected. */
  results: Static<typeof ReplayResult>["results"];
  hasMore: boolean;
}

/** Sends up to MAX_RETRIED records again, as many per commit as a request of the API does, so that other changes go on. */
export async function retryAll(
  live: Database,
  actor: MemberActor,
  filter: Static<typeof ReplayFilter>,
): Promise<RetriedAll> {
  const { partnerId } = actor;
  const results: RetriedAll["results"] = [];
  let after: number | null = 0;
  while (after !== null && results.length < MAX_RETRIED) {
    const next: Static<typeof ReplayFilter> = { ...filter, after };
    const done = await live.writer.run((tx) => replayDeliveries(tx, actor, { partnerId, filter: next }));
    results.push(...done.results);
    after = done.next_after;
  }
  return { results, hasMore: after !== null };
}

import type { Database } from "../../../db/database.ts";
import { utcDay } from "../../../kit/clock.ts";
import type { HolderCache } from "./figures.ts";
import { type Figure, readFigure } from "./read.ts";
import { type FreshFigure, NoSource, refresh, type TokenWork } from "./refresh.ts";
import { listHolderDayRows, upsertHolderDay } from "./store.ts";
import type { TrackedToken } from "./tracked-token.ts";

/** Publishes the token's distribution from the last complete count of holders, with that count's age. */
export async function refreshTokenDistribution(work: TokenWork): Promise<string> {
  let found = "";
  await refresh(work, "token_distribution", async () => {
    const source = lastCount(work.live, work.token);
    const data = source.data.distribution;
    found = `the ten largest hold ${data.concentration.top10_pct} %`;
    return { ...derived(source), data };
  });
  return found;
}

/** Stores the day's number of holders from the last complete count; a day's last count replaces earlier ones. */
export async function refreshHolderGrowth(work: TokenWork): Promise<string> {
  const { live, token } = work;
  let found = "";
  await refresh(work, "holder_growth", async (tokenId) => {
    const source = lastCount(live, token);
    const { excluding: _, ...counts } = source.data.holders_detail;
    const day = utcDay(source.takenAt);
    const before = listHolderDayRows(live.read, tokenId, 2).find((row) => row.day < day);
    const change = before === undefined ? null : counts.unique_owners - before.unique_owners;
    found = `${counts.unique_owners} owners on ${day}`;
    return {
      ...derived(source),
      data: { day, ...counts, change },
      also: (tx) =>
        upsertHolderDay(tx, tokenId, { day, ...counts, slot: source.slot, taken_at: source.takenAt }),
    };
  });
  return found;
}

/** @throws NoSource before holders were first counted */
function lastCount(live: Database, token: TrackedToken): Figure<HolderCache> {
  const { figure } = readFigure(live.read, token, "holder_cache");
  if (figure === null) throw new NoSource("holders have not been counted yet");
  return figure;
}

/** A derived figure has its source's age (contract section 11). */
function derived({ slot, rpcHosts, takenAt }: Figure<HolderCache>): Omit<FreshFigure<never>, "data"> {
  return { slot: BigInt(slot), hosts: rpcHosts, takenAt, disagreements: [] };
}

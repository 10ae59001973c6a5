import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { formatDecimal } from "../../../kit/money.ts";
import { collectGarbage } from "../../../kit/runtime/collect-garbage.ts";
import { refresh, type TokenWork, type TransactionSync } from "../figures/index.ts";
import { summarizeMissing } from "./missing-store.ts";
import { type PageWork, rereadSome, retryMissing } from "./record-page.ts";
import { knownSince, syncStandings } from "./standing.ts";
import {
  countTransactions,
  countUnsynced,
  findLastId,
  findOldestAfter,
  findOldestTime,
  listDeltas,
  listGaps,
  listNewest,
  listUnread,
} from "./store.ts";
import { type SyncPoint, syncGap, syncHeads } from "./sync-history.ts";

/** Limits for the older history in one run. */
export interface SyncBudget {
  pages: number;
  /** Whether there is time for another page. */
  hasTime: () => boolean;
}

const DELTAS_A_READ = 2_000;
const VOLUME_DAYS = 30;
const END_OF_TIME = Number.MAX_SAFE_INTEGER;
/** Pages between two log lines about progress. */
const PAGES_A_LINE = 10;
/** A page's answers are some 5 MB of text. */
const PAGES_A_COLLECTION = 4;

/**
 * Reads the newest transactions, then older history backwards within the budget. Returns a sentence about the
 * coverage. A failure in older history does not affect the newest.
 * @throws ChainUnavailable
 */
export async function syncTransactions(work: TokenWork, budget: SyncBudget): Promise<string> {
  const { live, chain, clock, log, signal } = work;
  let found = "";
  let fault: unknown = null;
  await refresh(work, "transaction_sync", async (tokenId) => {
    const { slot, hosts, disagreements } = await chain.getSlot();
    const point: SyncPoint = { slot, at: clock.now(), hosts };
    const before = countTransactions(live.read, tokenId);
    const { value: mint } = await chain.getMintState(0n);
    const pages: PageWork = { work, tokenId, hasFees: mint.transferFee !== null };
    await syncHeads(pages, point);
    try {
      await retryMissing(pages);
      for (let page = 0; page < budget.pages && budget.hasTime(); page++) {
        signal.throwIfAborted();
        if (!(await syncGap(pages, point)) && !(await rereadSome(pages))) break;
        if (page % PAGES_A_COLLECTION === PAGES_A_COLLECTION - 1) collectGarbage();
        if (page % PAGES_A_LINE !== PAGES_A_LINE - 1) continue;
        const transactions = countTransactions(live.read, tokenId);
        log.routine("history is being synced", { transactions, gaps: listGaps(live.read, tokenId).length });
      }
    } catch (error) {
      fault = error;
    }
    const data = await coverageOf(work, { tokenId, decimals: mint.decimals, at: point.at });
    const added = data.transactions - before;
    found = `${added} new transactions, ${data.transactions} in total${leftOver(data)}`;
    return { data, slot, hosts, disagreements, takenAt: point.at };
  });
  if (fault !== null) throw fault;
  return found;
}

function leftOver({ gaps, missing }: TransactionSync): string {
  const left = [
    ...(gaps > 0 ? [`${gaps} gaps left`] : []),
    ...(missing > 0 ? [`${missing} that no address has`] : []),
  ];
  return left.map((each) => `, ${each}`).join("");
}

async function coverageOf(
  { live, token }: TokenWork,
  { tokenId, decimals, at }: { tokenId: number; decimals: number; at: number },
): Promise<TransactionSync> {
  const [newest] = listNewest(live.read, tokenId, 1);
  const oldest = findOldestTime(live.read, tokenId);
  const hasUnread = listUnread(live.read, tokenId, 1).length > 0;
  const unlisted = listGaps(live.read, tokenId).length + countUnsynced(live.read, tokenId);
  const standings = syncStandings(live.read, tokenId, token.mint);
  const known = standings.reduce(
    (since, each) => Math.max(since, knownSince(each)),
    Number.NEGATIVE_INFINITY,
  );
  const isKnown = known === Number.NEGATIVE_INFINITY;
  const partSince = Number.isFinite(known) ? known : null;
  return {
    decimals,
    transactions: countTransactions(live.read, tokenId),
    newest_signature: newest?.signature ?? null,
    newest_block_time: newest?.block_time ?? null,
    oldest_block_time: oldest,
    covered_since: isKnown ? oldest : partSince,
    is_whole: isKnown && !hasUnread,
    gaps: unlisted + (hasUnread ? 1 : 0),
    missing: summarizeMissing(live.read, tokenId).count,
    volume_24h:
      known <= at - DAY_MS
        ? formatDecimal(await volumeOf(live, tokenId, { since: at - DAY_MS, until: END_OF_TIME }), decimals)
        : null,
    volume_days: await volumesByDay(live, {
      tokenId,
      decimals,
      // Nothing came before the first of a whole history, so its day is known from the start.
      since: isKnown && oldest !== null ? oldest - (oldest % DAY_MS) : partSince,
      at,
    }),
  };
}

interface VolumeSpan {
  tokenId: number;
  decimals: number;
  /** All transactions since this time are known; null if there is none. */
  since: number | null;
  at: number;
}

/** Volumes of days that are over, by the day's start, as of the transaction that was stored last. */
interface KnownDays {
  lastId: number;
  volumes: ReadonlyMap<number, bigint>;
}

/** By database and token. */
const KNOWN = new WeakMap<Database, Map<number, KnownDays>>();

/**
 * Reads only days that are new or have new transactions: an account that comes under watch, or a node that lagged, adds
 * some to days that are over. The first run reads all.
 */
async function volumesByDay(
  live: Database,
  { tokenId, decimals, since, at }: VolumeSpan,
): Promise<NonNullable<TransactionSync["volume_days"]>> {
  if (since === null) return [];
  const today = at - (at % DAY_MS);
  const lastId = findLastId(live.read);
  const known = knownDays(live, tokenId);
  const volumes = new Map<number, bigint>();
  for (let start = today - VOLUME_DAYS * DAY_MS; start < today; start += DAY_MS) {
    if (start < since) continue;
    const span = { since: start - 1, until: start + DAY_MS };
    volumes.set(start, known.get(start) ?? (await volumeOf(live, tokenId, span)));
  }
  const ofTokens = KNOWN.get(live) ?? new Map<number, KnownDays>();
  KNOWN.set(live, ofTokens.set(tokenId, { lastId, volumes }));
  return [...volumes].map(([start, volume]) => ({
    day: utcDay(start),
    volume: formatDecimal(volume, decimals),
  }));
}

/** The known volumes of the days before the oldest transaction stored since then. */
function knownDays(live: Database, tokenId: number): ReadonlyMap<number, bigint> {
  const known = KNOWN.get(live)?.get(tokenId);
  if (known === undefined) return new Map();
  const oldest = findOldestAfter(live.read, tokenId, known.lastId) ?? END_OF_TIME;
  return new Map([...known.volumes].filter(([start]) => start + DAY_MS <= oldest));
}

/** Base units moved after a time and before another, in either direction; read in parts, so that requests are served meanwhile. */
async function volumeOf(
  live: Database,
  tokenId: number,
  { since, until }: Record<"since" | "until", number>,
): Promise<bigint> {
  let volume = 0n;
  let after = { block_time: since, id: 0 };
  while (true) {
    const rows = listDeltas(live.read, tokenId, { after, until, limit: DELTAS_A_READ });
    for (const { token_delta } of rows) volume += BigInt(token_delta.replace("-", ""));
    const last = rows.at(-1);
    if (last === undefined || rows.length < DELTAS_A_READ) return volume;
    after = last;
    await breathe();
  }
}

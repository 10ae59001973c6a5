import type { SignatureInfo, SignaturePage } from "../../../chain/transactions.ts";
import type { Tx } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { ownersOfWallets } from "../figures/index.ts";
import { listWatched, recordFailures, watchAccounts } from "../movements/index.ts";
import { type PageWork, recordPage } from "./record-page.ts";
import {
  deleteGap,
  type GapRow,
  type HeadRow,
  insertGap,
  listGaps,
  listHeads,
  narrowGap,
  upsertHead,
} from "./store.ts";

/** The chain's state at a sync, for all addresses. */
export interface SyncPoint {
  slot: bigint;
  /** Unix milliseconds. */
  at: number;
  hosts: readonly string[];
}

/** Heads without news per commit: it holds the writer for some milliseconds. */
const HEADS_A_COMMIT = 500;

/**
 * Syncs the newer part of every address's history; the rest beyond one page becomes a gap. Addresses with news have a
 * commit each, the others, nearly all, share theirs.
 */
export async function syncHeads(pages: PageWork, point: SyncPoint): Promise<void> {
  const { work, tokenId } = pages;
  const { live, chain, signal } = work;
  const heads = new Map(listHeads(live.read, tokenId).map((head) => [head.address, head]));
  const through = { through_slot: Number(point.slot), through_at: point.at };
  const withoutNews: HeadRow[] = [];
  for (const address of await addressesOf(pages, point.slot, heads.keys())) {
    signal.throwIfAborted();
    const until = heads.get(address)?.newest_signature ?? null;
    const page = await chain.listSignatures(address, { before: null, until, throughSlot: point.slot });
    const [newest] = page.signatures;
    const oldest = page.signatures.at(-1);
    if (newest === undefined || oldest === undefined) {
      withoutNews.push({ address, newest_signature: until, ...through });
      continue;
    }
    await recordPage(pages, page.signatures);
    await live.writer.run((tx) => {
      upsertHead(tx, tokenId, { address, newest_signature: newest.signature, ...through });
      countFailures(tx, pages, { address, page });
      if (page.isLast) return;
      const { signature: before_signature, blockTime: before_time } = oldest;
      insertGap(tx, tokenId, { address, before_signature, before_time, until_signature: until });
    });
  }
  for (let at = 0; at < withoutNews.length; at += HEADS_A_COMMIT) {
    const chunk = withoutNews.slice(at, at + HEADS_A_COMMIT);
    await live.writer.run((tx) => {
      for (const head of chunk) upsertHead(tx, tokenId, head);
    });
  }
}

/** Syncs one more page of the newest gap; false if no gap is left. */
export async function syncGap(pages: PageWork, point: SyncPoint): Promise<boolean> {
  const { work, tokenId } = pages;
  const [gap] = listGaps(work.live.read, tokenId);
  if (gap === undefined) return false;
  const page = await work.chain.listSignatures(gap.address, {
    before: gap.before_signature,
    until: gap.until_signature,
    throughSlot: point.slot,
  });
  await recordPage(pages, page.signatures);
  await work.live.writer.run((tx) => {
    countFailures(tx, pages, { address: gap.address, page });
    closeGap(tx, gap, page);
  });
  return true;
}

/**
 * Counts in the commit that advances the sync, so that nothing counts twice; the mint's own list names all failed
 * transactions.
 */
function countFailures(
  tx: Tx,
  { work, tokenId }: PageWork,
  { address, page }: { address: string; page: SignaturePage },
): void {
  if (address === work.token.mint) recordFailures(tx, tokenId, failuresByMinute(page.signatures));
}

function closeGap(tx: Tx, gap: GapRow, page: SignaturePage): void {
  const oldest = page.signatures.at(-1);
  if (page.isLast || oldest === undefined) deleteGap(tx, gap.id);
  else narrowGap(tx, { id: gap.id, before_signature: oldest.signature, before_time: oldest.blockTime });
}

/**
 * The mint, the named wallets' accounts, those of the first owners in the last holder scan, and accounts known
 * before.
 */
async function addressesOf(
  { work: { chain, token, live }, tokenId }: PageWork,
  minSlot: bigint,
  known: Iterable<string>,
): Promise<string[]> {
  const accounts: { account: string; owner: string; reason: "wallet" }[] = [];
  for (const owner of new Set((await ownersOfWallets(chain, token, minSlot)).values()))
    for (const account of await chain.listTokenAccounts(owner, minSlot))
      accounts.push({ account, owner, reason: "wallet" });
  if (accounts.length > 0) await live.writer.run((tx) => watchAccounts(tx, tokenId, accounts));
  const watched = listWatched(live.read, tokenId).map(({ account }) => account);
  return [...new Set([token.mint, ...accounts.map(({ account }) => account), ...watched, ...known])];
}

/**
 * Failed transactions of a page, by minute. One without a time counts as of the nearest earlier one of the page; if
 * there is none, it is not counted.
 * @param signatures newest first
 */
function failuresByMinute(
  signatures: readonly SignatureInfo[],
): Map<number, { count: number; firstSlot: number }> {
  const minutes = new Map<number, { count: number; firstSlot: number }>();
  let time: number | null = null;
  for (const { blockTime, failed, slot } of signatures.toReversed()) {
    time = blockTime ?? time;
    if (!failed || time === null) continue;
    const minute = Math.floor(time / MINUTE_MS) * MINUTE_MS;
    const known = minutes.get(minute);
    if (known === undefined) minutes.set(minute, { count: 1, firstSlot: Number(slot) });
    else known.count++;
  }
  return minutes;
}

import {
  ChainUnavailable,
  type SignatureInfo,
  type SignaturePage,
  type TokenMovement,
} from "../../../chain/chain-reader.ts";
import { namedWallets, type TokenWork } from "../figures/index.ts";
import {
  deleteGap,
  type GapRow,
  hasTransaction,
  insertGap,
  insertTransaction,
  listGaps,
  listHeads,
  narrowGap,
  saveHead,
  type TransactionRow,
} from "./store.ts";

/** How far histories are known on the chain side, for all addresses alike. */
export interface SyncPoint {
  slot: bigint;
  /** Unix milliseconds. */
  at: number;
  hosts: readonly string[];
}

/** Rows a commit: it holds the writer for a few milliseconds. */
const ROWS_A_COMMIT = 200;

/** Syncs what is newer than what is known, of every address; what does not fit into one page becomes a gap. */
export async function syncHeads(work: TokenWork, tokenId: number, point: SyncPoint): Promise<void> {
  const { live, chain, signal } = work;
  const heads = new Map(listHeads(live.read, tokenId).map((head) => [head.address, head]));
  for (const address of await addressesOf(work, point.slot, heads.keys())) {
    signal.throwIfAborted();
    const until = heads.get(address)?.newest_signature ?? null;
    const page = await chain.listSignatures(address, { before: null, until, throughSlot: point.slot });
    await storePage(work, tokenId, page.signatures);
    const newest = page.signatures[0]?.signature ?? until;
    const oldest = page.signatures.at(-1);
    await live.writer.run((tx) => {
      saveHead(tx, tokenId, {
        address,
        newest_signature: newest,
        through_slot: Number(point.slot),
        through_at: point.at,
      });
      if (page.isLast || oldest === undefined) return;
      const { signature: before_signature, blockTime: before_time } = oldest;
      insertGap(tx, tokenId, { address, before_signature, before_time, until_signature: until });
    });
  }
}

/** Syncs one more page of the newest gap; false where no gap is left. */
export async function syncGap(work: TokenWork, tokenId: number, point: SyncPoint): Promise<boolean> {
  const [gap] = listGaps(work.live.read, tokenId);
  if (gap === undefined) return false;
  const page = await work.chain.listSignatures(gap.address, {
    before: gap.before_signature,
    until: gap.until_signature,
    throughSlot: point.slot,
  });
  await storePage(work, tokenId, page.signatures);
  await work.live.writer.run((tx) => closeGap(tx, gap, page));
  return true;
}

function closeGap(tx: Parameters<typeof deleteGap>[0], gap: GapRow, page: SignaturePage): void {
  const oldest = page.signatures.at(-1);
  if (page.isLast || oldest === undefined) deleteGap(tx, gap.id);
  else narrowGap(tx, gap.id, oldest.signature, oldest.blockTime);
}

/** The mint, the named wallets' accounts, and accounts that were known before. */
async function addressesOf(
  { chain, token }: TokenWork,
  minSlot: bigint,
  known: Iterable<string>,
): Promise<string[]> {
  const accounts: string[] = [];
  for (const wallet of namedWallets(token))
    accounts.push(...(await chain.listTokenAccounts(wallet, minSlot)));
  return [...new Set([token.mint, ...accounts, ...known])];
}

/** Stores what is not known yet of a page, a chunk a commit. Failed transactions moved nothing, and are left out. */
async function storePage(
  work: TokenWork,
  tokenId: number,
  signatures: readonly SignatureInfo[],
): Promise<void> {
  const { live, signal } = work;
  const wanted = signatures.filter(
    ({ signature, failed }) => !failed && !hasTransaction(live.read, tokenId, signature),
  );
  for (let at = 0; at < wanted.length; at += ROWS_A_COMMIT) {
    signal.throwIfAborted();
    const rows = await readRows(work, wanted.slice(at, at + ROWS_A_COMMIT));
    await live.writer.run((tx) => {
      for (const row of rows) insertTransaction(tx, tokenId, row);
    });
  }
}

/** A few at a time: limits are kept per address, and memory stays small. The first failure ends them all. */
async function readRows({ chain }: TokenWork, wanted: readonly SignatureInfo[]): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = new Array(wanted.length);
  const queue = [...wanted.entries()].reverse();
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [index, { signature }] = next;
      try {
        rows[index] = rowOf(signature, await chain.getMovement(signature));
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: chain.concurrency }, worker));
  return rows;
}

/** @throws ChainUnavailable for what a history lists and no address has (any more): its delta cannot be known. */
function rowOf(signature: string, movement: TokenMovement | null): TransactionRow {
  if (movement === null) throw new ChainUnavailable(`no address has the transaction ${signature} any more`);
  const { slot, blockTime, delta } = movement;
  return { signature, slot: Number(slot), block_time: blockTime, token_delta: delta.toString() };
}

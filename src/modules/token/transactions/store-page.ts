import { ChainUnavailable, type SignatureInfo, type TokenMovement } from "../../../chain/chain-reader.ts";
import type { TokenWork } from "../figures/index.ts";
import { recordMovement } from "../movements/index.ts";
import { hasTransaction, insertTransaction, listUnread, markRead } from "./store.ts";

/** What pages of histories are stored with. */
export interface PageWork {
  work: TokenWork;
  tokenId: number;
  /** Whether the mint withholds transfer fees. */
  hasFees: boolean;
}

/** Transactions asked for at a time. */
const TRANSACTIONS_A_READ = 200;
/** Account changes a commit: it holds the writer for some 10 ms. */
const CHANGES_A_COMMIT = 400;

interface Found {
  signature: string;
  movement: TokenMovement;
}

/** Stores what is not known yet of a page, a chunk a commit. Failed transactions moved nothing, and are left out. */
export async function storePage(pages: PageWork, signatures: readonly SignatureInfo[]): Promise<void> {
  const { work, tokenId, hasFees } = pages;
  const wanted = signatures.filter(
    ({ signature, failed }) => !failed && !hasTransaction(work.live.read, tokenId, signature),
  );
  await readAll(pages, wanted, async (found) => {
    await work.live.writer.run((tx) => {
      for (const { signature, movement } of found) {
        const { slot, blockTime, delta } = movement;
        const row = { signature, slot: Number(slot), block_time: blockTime, token_delta: delta.toString() };
        const transactionId = insertTransaction(tx, tokenId, row);
        if (transactionId !== null) recordMovement(tx, { tokenId, transactionId, movement, hasFees });
      }
    });
  });
}

/** Reads the movements of some transactions again whose movements are not known yet; false where there are none. */
export async function rereadSome(pages: PageWork): Promise<boolean> {
  const { work, tokenId, hasFees } = pages;
  const unread = listUnread(work.live.read, tokenId, TRANSACTIONS_A_READ);
  const ids = new Map(unread.map(({ id, signature }) => [signature, id]));
  await readAll(pages, unread, async (found) => {
    await work.live.writer.run((tx) => {
      for (const { signature, movement } of found) {
        const transactionId = ids.get(signature);
        if (transactionId === undefined) continue;
        recordMovement(tx, { tokenId, transactionId, movement, hasFees });
        markRead(tx, transactionId);
      }
    });
  });
  return unread.length > 0;
}

/** Asks for transactions and hands them over in chunks that a commit can hold. */
async function readAll(
  { work }: PageWork,
  wanted: readonly { signature: string }[],
  store: (found: Found[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < wanted.length; at += TRANSACTIONS_A_READ) {
    work.signal.throwIfAborted();
    let chunk: Found[] = [];
    let changes = 0;
    for (const found of await readMovements(work, wanted.slice(at, at + TRANSACTIONS_A_READ))) {
      chunk.push(found);
      changes += 1 + found.movement.changes.length;
      if (changes < CHANGES_A_COMMIT) continue;
      await store(chunk);
      chunk = [];
      changes = 0;
    }
    if (chunk.length > 0) await store(chunk);
  }
}

/** A few at a time: limits are kept per address, and memory stays small. The first failure ends them all. */
async function readMovements(
  { chain }: TokenWork,
  wanted: readonly { signature: string }[],
): Promise<Found[]> {
  const found: Found[] = new Array(wanted.length);
  const queue = [...wanted.entries()].reverse();
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [index, { signature }] = next;
      try {
        found[index] = { signature, movement: required(signature, await chain.getMovement(signature)) };
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: chain.concurrency }, worker));
  return found;
}

/** @throws ChainUnavailable for what a history lists and no address has (any more): its delta cannot be known. */
function required(signature: string, movement: TokenMovement | null): TokenMovement {
  if (movement === null) throw new ChainUnavailable(`no address has the transaction ${signature} any more`);
  return movement;
}

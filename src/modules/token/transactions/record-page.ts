import type { SignatureInfo, TokenMovement } from "../../../chain/transactions.ts";
import type { Tx } from "../../../db/sql.ts";
import type { TokenWork } from "../figures/index.ts";
import { type RecordedMovement, recordMovement } from "../movements/index.ts";
import {
  forgetMissing,
  isMissing,
  type ListedTransaction,
  listMissingDue,
  type MissingRow,
  noteMissing,
  postponeMissing,
} from "./missing-store.ts";
import { findTransactionId, insertTransaction, listUnread, markRead } from "./store.ts";

/** The services needed to store pages of histories. */
export interface PageWork {
  work: TokenWork;
  tokenId: number;
  /** Whether the mint withholds transfer fees. */
  hasFees: boolean;
}

/** Transactions requested at once. */
const TRANSACTIONS_A_READ = 200;
/** Account changes per commit: it holds the writer for some 10 ms. */
const CHANGES_A_COMMIT = 400;
/** Missing transactions requested again per run: new ones take precedence. */
const MISSING_A_RUN = 50;

interface FoundTransaction<Wanted> {
  wanted: Wanted;
  /** Null if no address has it (any more). */
  movement: TokenMovement | null;
}

/**
 * Stores the unknown transactions of a page, in one commit per chunk, and records missing ones. Failed transactions
 * moved nothing and are left out.
 */
export async function recordPage(pages: PageWork, signatures: readonly SignatureInfo[]): Promise<void> {
  const { work, tokenId } = pages;
  const { read, writer } = work.live;
  const wanted = signatures
    .filter(
      ({ signature, failed }) =>
        !failed &&
        findTransactionId(read, tokenId, signature) === null &&
        !isMissing(read, tokenId, signature),
    )
    .map(({ signature, slot, blockTime }) => ({ signature, slot: Number(slot), block_time: blockTime }));
  await readAll(pages, wanted, async (found) => {
    await writer.run((tx) => {
      for (const { wanted: listed, movement } of found) {
        const { signature } = listed;
        if (movement === null) noteMissing(tx, tokenId, listed);
        else storeMovement(tx, pages, { signature, movement });
      }
    });
  });
}

/** Stores a transaction with its movements, once. */
function storeMovement(
  tx: Tx,
  { tokenId, hasFees }: PageWork,
  { signature, movement }: { signature: string; movement: TokenMovement },
): void {
  const { slot, blockTime, delta } = movement;
  const row = { signature, slot: Number(slot), block_time: blockTime, token_delta: delta.toString() };
  const transactionId = insertTransaction(tx, tokenId, row);
  if (transactionId !== null) recordMovement(tx, { tokenId, transactionId, movement, hasFees });
}

/** Rereads some transactions whose movements are not known yet; false if there are none. */
export async function rereadSome(pages: PageWork): Promise<boolean> {
  const { work, tokenId } = pages;
  const unread = listUnread(work.live.read, tokenId, TRANSACTIONS_A_READ);
  await readAll(pages, unread, async (found) => {
    await work.live.writer.run((tx) => {
      for (const { wanted, movement } of found) {
        if (movement === null) noteMissing(tx, tokenId, wanted);
        else rememberRead(tx, pages, { transactionId: wanted.id, movement });
      }
    });
  });
  return unread.length > 0;
}

function rememberRead(
  tx: Tx,
  { tokenId, hasFees }: PageWork,
  { transactionId, movement }: Pick<RecordedMovement, "transactionId" | "movement">,
): void {
  recordMovement(tx, { tokenId, transactionId, movement, hasFees });
  markRead(tx, transactionId);
}

/** Requests some of the missing transactions again: nodes change, and one with an archive may have been added. */
export async function retryMissing(pages: PageWork): Promise<void> {
  const { work, tokenId } = pages;
  const due = listMissingDue(work.live.read, tokenId, { now: work.clock.now(), limit: MISSING_A_RUN });
  await readAll<MissingRow>(pages, due, async (found) => {
    await work.live.writer.run((tx) => {
      for (const { wanted, movement } of found) {
        if (movement === null) {
          postponeMissing(tx, tokenId, wanted);
          continue;
        }
        const { signature } = wanted;
        const transactionId = findTransactionId(tx, tokenId, signature);
        if (transactionId === null) storeMovement(tx, pages, { signature, movement });
        else rememberRead(tx, pages, { transactionId, movement });
        forgetMissing(tx, tokenId, signature);
      }
    });
  });
}

/** Reads transactions and passes them on in chunks that fit into a commit. */
async function readAll<Wanted extends ListedTransaction>(
  { work }: PageWork,
  wanted: readonly Wanted[],
  store: (found: FoundTransaction<Wanted>[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < wanted.length; at += TRANSACTIONS_A_READ) {
    work.signal.throwIfAborted();
    let chunk: FoundTransaction<Wanted>[] = [];
    let changes = 0;
    for (const found of await readMovements(work, wanted.slice(at, at + TRANSACTIONS_A_READ))) {
      chunk.push(found);
      changes += 1 + (found.movement?.changes.length ?? 0);
      if (changes < CHANGES_A_COMMIT) continue;
      await store(chunk);
      chunk = [];
      changes = 0;
    }
    if (chunk.length > 0) await store(chunk);
  }
}

/** A few at a time: limits apply per address, and memory stays small. The first failure stops all. */
async function readMovements<Wanted extends ListedTransaction>(
  { chain }: TokenWork,
  wanted: readonly Wanted[],
): Promise<FoundTransaction<Wanted>[]> {
  const found: FoundTransaction<Wanted>[] = new Array(wanted.length);
  const queue = [...wanted.entries()].reverse();
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [index, each] = next;
      try {
        found[index] = { wanted: each, movement: await chain.getMovement(each.signature) };
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: chain.concurrency }, worker));
  return found;
}

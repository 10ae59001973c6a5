import type { AccountChange, AuthorityChange, SupplyChange } from "../../../chain/transactions.ts";
import type { Sql } from "../../../db/sql.ts";
import {
  lastSlotOfOwner,
  listAuthorityChanges,
  listChanges,
  listFees,
  listSupplyChanges,
  type Place,
  type TimeRange,
  TRANSFERS,
} from "../movements/index.ts";
import { firstSlotFrom, lastTimeBefore, listInOrder, type PlacedRow } from "./window-store.ts";

/** A transaction of a window with all its effects on the token. */
export interface WindowTransaction {
  signature: string;
  slot: number;
  /** Unix milliseconds; null if the chain does not give it. */
  blockTime: number | null;
  /** The slot's time, otherwise that of the nearest earlier slot that has one. */
  at: number;
  changes: AccountChange[];
  supplyChanges: SupplyChange[];
  authorityChanges: AuthorityChange[];
  fee: { transfers: bigint[]; withheld: bigint } | null;
}

/** The slots [fromSlot, toSlot). */
export interface SlotRange {
  fromSlot: number;
  toSlot: number;
}

/**
 * The slots that hold a window's transactions: from its first transaction with a time to the first one after it.
 * Transactions without a time belong to the nearest earlier slot that has one.
 */
export function slotsOfWindow(sql: Sql, tokenId: number, { from, to }: TimeRange): SlotRange | null {
  const first = firstSlotFrom(sql, tokenId, from);
  if (first === null) return null;
  const hasEarlier = lastTimeBefore(sql, tokenId, first) !== null;
  const end = firstSlotFrom(sql, tokenId, to) ?? Number.MAX_SAFE_INTEGER;
  return first >= end ? null : { fromSlot: hasEarlier ? first : 0, toSlot: end };
}

/** Time at which tokens of an owner last moved before `slot`, in Unix milliseconds; null if none is known. */
export function movedBefore(sql: Sql, owner: string, { tokenId, slot }: Place): number | null {
  const last = lastSlotOfOwner(sql, owner, { tokenId, slot });
  // Without a time of its own a slot counts as of the nearest earlier one.
  return last === null ? null : lastTimeBefore(sql, tokenId, last + 1);
}

const TRANSACTIONS_PER_READ = 100;

/**
 * The window's transactions in the order of slot and signature, in chunks. Transactions with a time outside the window
 * are left out.
 */
export function* chunksOfWindow(
  sql: Sql,
  tokenId: number,
  window: TimeRange,
): Generator<WindowTransaction[]> {
  const range = slotsOfWindow(sql, tokenId, window);
  if (range === null) return;
  let last = { slot: range.fromSlot, signature: "" };
  let time = lastTimeBefore(sql, tokenId, range.fromSlot);
  while (true) {
    const rows = listInOrder(sql, tokenId, {
      after: last,
      toSlot: range.toSlot,
      limit: TRANSACTIONS_PER_READ,
    });
    const times = new Map(
      rows.flatMap(({ slot, block_time }) => (block_time === null ? [] : [[slot, block_time]])),
    );
    const timed = rows.map((row) => {
      time = row.block_time ?? times.get(row.slot) ?? time;
      return { ...row, at: time ?? window.from };
    });
    const isInside = ({ block_time }: PlacedRow) =>
      block_time === null || (block_time >= window.from && block_time < window.to);
    yield withMovements(sql, timed.filter(isInside));
    const end = rows.at(-1);
    if (end === undefined || rows.length < TRANSACTIONS_PER_READ) return;
    last = end;
  }
}

function withMovements(sql: Sql, rows: readonly (PlacedRow & { at: number })[]): WindowTransaction[] {
  const ids = rows.map(({ id }) => id);
  const made = new Map<number, WindowTransaction>(
    rows.map(({ id, signature, slot, block_time, at }) => [
      id,
      {
        signature,
        slot,
        blockTime: block_time,
        at,
        changes: [],
        supplyChanges: [],
        authorityChanges: [],
        fee: null,
      },
    ]),
  );
  for (const row of listChanges(sql, ids)) {
    const { transaction_id, account, owner_pre, owner_post, pre, post } = row;
    made.get(transaction_id)?.changes.push({
      account,
      ownerPre: owner_pre,
      ownerPost: owner_post,
      pre: BigInt(pre),
      post: BigInt(post),
    });
  }
  for (const { transaction_id, amount, ...row } of listSupplyChanges(sql, ids))
    made.get(transaction_id)?.supplyChanges.push({ ...row, amount: BigInt(amount) });
  for (const { transaction_id, ...row } of listAuthorityChanges(sql, ids))
    made.get(transaction_id)?.authorityChanges.push(row);
  for (const { transaction_id, transfers, withheld } of listFees(sql, ids)) {
    const found = made.get(transaction_id);
    if (found === undefined) continue;
    const amounts = TRANSFERS.read(transfers).map(BigInt);
    found.fee = { transfers: amounts, withheld: BigInt(withheld) };
  }
  for (const each of made.values()) each.changes.sort((a, b) => (a.account < b.account ? -1 : 1));
  return [...made.values()];
}

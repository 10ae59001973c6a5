import type { AccountChange, AuthorityChange, SupplyChange } from "../../../chain/transactions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { chainTransactions } from "../../../db/tables/chain.ts";
import type {
  tokenAuthorityChanges,
  tokenMovements,
  tokenSupplyChanges,
  tokenTransferFees,
} from "../../../db/tables/movements.ts";

/** A transaction of a window with all its effects on the token. */
export interface WindowTransaction {
  signature: string;
  slot: number;
  /** Unix milliseconds; null if the chain does not give it. */
  blockTime: number | null;
  /** The same, otherwise the time of the nearest earlier slot that has one. */
  at: number;
  changes: AccountChange[];
  supplyChanges: SupplyChange[];
  authorityChanges: AuthorityChange[];
  fee: { transfers: bigint[]; withheld: bigint } | null;
}

/** Slots from one up to another. */
export interface SlotRange {
  fromSlot: number;
  toSlot: number;
}

/**
 * The slots that hold a window's transactions: from its first transaction with a time to the first one after it.
 * Transactions without a time belong to the nearest earlier slot that has one.
 */
export function slotsOfWindow(sql: Sql, tokenId: number, from: number, to: number): SlotRange | null {
  const first = firstSlotFrom(sql, tokenId, from);
  if (first === null) return null;
  const hasEarlier = lastTimeBefore(sql, tokenId, first) !== null;
  const end = firstSlotFrom(sql, tokenId, to) ?? Number.MAX_SAFE_INTEGER;
  return first >= end ? null : { fromSlot: hasEarlier ? first : 0, toSlot: end };
}

function firstSlotFrom(sql: Sql, tokenId: number, time: number): number | null {
  const found = sql.get<Pick<RowOf<typeof chainTransactions>, "slot">>(
    `SELECT slot FROM chain_transactions WHERE token_id = ?1 AND block_time = (
         SELECT min(block_time) FROM chain_transactions WHERE token_id = ?1 AND block_time >= ?2)
       ORDER BY slot LIMIT 1`,
    tokenId,
    time,
  );
  return found?.slot ?? null;
}

function lastTimeBefore(sql: Sql, tokenId: number, slot: number): number | null {
  const found = sql.get<{ block_time: number }>(
    `SELECT block_time FROM chain_transactions WHERE token_id = ? AND slot < ? AND block_time IS NOT NULL
       ORDER BY slot DESC LIMIT 1`,
    tokenId,
    slot,
  );
  return found?.block_time ?? null;
}

/** Transactions of a read. */
const A_READ = 100;

type TransactionRow = Pick<RowOf<typeof chainTransactions>, "id" | "signature" | "slot" | "block_time">;

/**
 * The window's transactions in the order of slot and signature, a chunk at a time. Transactions with a time outside the window are left out.
 */
export function* chunksOfWindow(
  sql: Sql,
  tokenId: number,
  window: { from: number; to: number },
): Generator<WindowTransaction[]> {
  const range = slotsOfWindow(sql, tokenId, window.from, window.to);
  if (range === null) return;
  let last = { slot: range.fromSlot, signature: "" };
  let time = lastTimeBefore(sql, tokenId, range.fromSlot);
  while (true) {
    const rows = sql.all<TransactionRow>(
      `SELECT id, signature, slot, block_time FROM chain_transactions
         WHERE token_id = ? AND (slot, signature) > (?, ?) AND slot < ? ORDER BY slot, signature LIMIT ?`,
      tokenId,
      last.slot,
      last.signature,
      range.toSlot,
      A_READ,
    );
    const times = new Map(
      rows.flatMap(({ slot, block_time }) => (block_time === null ? [] : [[slot, block_time]])),
    );
    const timed = rows.map((row) => {
      time = row.block_time ?? times.get(row.slot) ?? time;
      return { ...row, at: time ?? window.from };
    });
    const isInside = ({ block_time }: TransactionRow) =>
      block_time === null || (block_time >= window.from && block_time < window.to);
    yield withMovements(sql, timed.filter(isInside));
    const end = rows.at(-1);
    if (end === undefined || rows.length < A_READ) return;
    last = end;
  }
}

function withMovements(sql: Sql, rows: readonly (TransactionRow & { at: number })[]): WindowTransaction[] {
  const ids = JSON.stringify(rows.map(({ id }) => id));
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
  for (const row of sql.all<ChangeRow>(CHANGES, ids)) {
    const { transaction_id, account, owner_pre, owner_post, pre, post } = row;
    made.get(transaction_id)?.changes.push({
      account,
      ownerPre: owner_pre,
      ownerPost: owner_post,
      pre: BigInt(pre),
      post: BigInt(post),
    });
  }
  for (const { transaction_id, amount, ...row } of sql.all<SupplyRow>(SUPPLY_CHANGES, ids))
    made.get(transaction_id)?.supplyChanges.push({ ...row, amount: BigInt(amount) });
  for (const { transaction_id, ...row } of sql.all<AuthorityRow>(AUTHORITY_CHANGES, ids))
    made.get(transaction_id)?.authorityChanges.push(row);
  for (const { transaction_id, transfers, withheld } of sql.all<FeeRow>(FEES, ids)) {
    const found = made.get(transaction_id);
    if (found === undefined) continue;
    const amounts = (JSON.parse(transfers) as string[]).map(BigInt);
    found.fee = { transfers: amounts, withheld: BigInt(withheld) };
  }
  for (const each of made.values()) each.changes.sort((a, b) => (a.account < b.account ? -1 : 1));
  return [...made.values()];
}

interface ChangeRow extends Pick<RowOf<typeof tokenMovements>, "transaction_id" | "pre" | "post"> {
  account: string;
  owner_pre: string | null;
  owner_post: string | null;
}

type SupplyRow = Omit<SupplyChange, "amount"> &
  Pick<RowOf<typeof tokenSupplyChanges>, "transaction_id" | "amount">;
type AuthorityRow = AuthorityChange & Pick<RowOf<typeof tokenAuthorityChanges>, "transaction_id">;

type FeeRow = RowOf<typeof tokenTransferFees>;

const CHANGES = `
  SELECT m.transaction_id, a.address AS account, b.address AS owner_pre, c.address AS owner_post, m.pre, m.post
    FROM json_each(?) j JOIN token_movements m ON m.transaction_id = j.value
    JOIN chain_addresses a ON a.id = m.account_id
    LEFT JOIN chain_addresses b ON b.id = m.owner_pre_id
    LEFT JOIN chain_addresses c ON c.id = m.owner_post_id`;

const SUPPLY_CHANGES = `
  SELECT s.transaction_id, s.kind, a.address AS account, b.address AS owner, c.address AS authority, s.amount
    FROM json_each(?) j JOIN token_supply_changes s ON s.transaction_id = j.value
    JOIN chain_addresses a ON a.id = s.account_id
    LEFT JOIN chain_addresses b ON b.id = s.owner_id
    LEFT JOIN chain_addresses c ON c.id = s.authority_id
    ORDER BY s.transaction_id, s.position`;

const AUTHORITY_CHANGES = `
  SELECT s.transaction_id, s.power, s.previous, s.current
    FROM json_each(?) j JOIN token_authority_changes s ON s.transaction_id = j.value
    ORDER BY s.transaction_id, s.position`;

const FEES = `
  SELECT f.transaction_id, f.transfers, f.withheld
    FROM json_each(?) j JOIN token_transfer_fees f ON f.transaction_id = j.value`;

import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type {
  tokenAuthorityChanges,
  tokenMovements,
  tokenSupplyChanges,
  tokenTransferFees,
} from "../../../db/tables/movements.ts";

/** Changes of token accounts by transaction: one row per account, amounts as decimal texts of base units. */
export interface ChangeRow extends Pick<RowOf<typeof tokenMovements>, "transaction_id" | "pre" | "post"> {
  account: string;
  owner_pre: string | null;
  owner_post: string | null;
}

export interface SupplyRow
  extends Pick<RowOf<typeof tokenSupplyChanges>, "transaction_id" | "kind" | "amount"> {
  account: string;
  owner: string | null;
  authority: string | null;
}

export type AuthorityRow = Pick<
  RowOf<typeof tokenAuthorityChanges>,
  "transaction_id" | "power" | "previous" | "current"
>;

/** With its position among the transaction's changes. */
type PositionedAuthorityRow = AuthorityRow & Pick<RowOf<typeof tokenAuthorityChanges>, "position">;

export type FeeRow = RowOf<typeof tokenTransferFees>;

const OF_A_TRANSACTION = [
  "token_movements",
  "token_supply_changes",
  "token_authority_changes",
  "token_transfer_fees",
] as const;

export function deleteOfTransaction(tx: Tx, transactionId: number): void {
  for (const table of OF_A_TRANSACTION)
    tx.run(`DELETE FROM ${table} WHERE transaction_id = ?`, transactionId);
}

/** A slot in the history of a token. */
export interface Place {
  tokenId: number;
  slot: number;
}

export function insertChange(tx: Tx, { tokenId, slot }: Place, row: ChangeRow): void {
  tx.run(
    `INSERT INTO token_movements (transaction_id, account_id, token_id, slot, owner_pre_id, owner_post_id, pre, post)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.transaction_id,
    numberOf(tx, row.account),
    tokenId,
    slot,
    numberOrNull(tx, row.owner_pre),
    numberOrNull(tx, row.owner_post),
    row.pre,
    row.post,
  );
}

export function insertSupplyChange(tx: Tx, position: number, row: SupplyRow): void {
  tx.run(
    `INSERT INTO token_supply_changes (transaction_id, position, kind, account_id, owner_id, authority_id, amount)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.transaction_id,
    position,
    row.kind,
    numberOf(tx, row.account),
    numberOrNull(tx, row.owner),
    numberOrNull(tx, row.authority),
    row.amount,
  );
}

export function insertAuthorityChange(tx: Tx, { tokenId, slot }: Place, row: PositionedAuthorityRow): void {
  tx.run(
    `INSERT INTO token_authority_changes (transaction_id, position, token_id, slot, power, previous, current)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.transaction_id,
    row.position,
    tokenId,
    slot,
    row.power,
    row.previous,
    row.current,
  );
}

export function insertFee(tx: Tx, { transaction_id, transfers, withheld }: FeeRow): void {
  tx.run(
    "INSERT INTO token_transfer_fees (transaction_id, transfers, withheld) VALUES (?, ?, ?)",
    transaction_id,
    transfers,
    withheld,
  );
}

function numberOrNull(tx: Tx, address: string | null): number | null {
  return address === null ? null : numberOf(tx, address);
}

function numberOf(tx: Tx, address: string): number {
  const known = tx.get<{ id: number }>("SELECT id FROM chain_addresses WHERE address = ?", address);
  return known?.id ?? tx.run("INSERT INTO chain_addresses (address) VALUES (?)", address).lastInsertRowid;
}

export function listChanges(sql: Sql, transactionIds: readonly number[]): ChangeRow[] {
  return sql.all<ChangeRow>(
    `SELECT m.transaction_id, a.address AS account, b.address AS owner_pre, c.address AS owner_post, m.pre, m.post
       FROM json_each(?) j JOIN token_movements m ON m.transaction_id = j.value
       JOIN chain_addresses a ON a.id = m.account_id
       LEFT JOIN chain_addresses b ON b.id = m.owner_pre_id
       LEFT JOIN chain_addresses c ON c.id = m.owner_post_id`,
    JSON.stringify(transactionIds),
  );
}

/** In the order of their instructions. */
export function listSupplyChanges(sql: Sql, transactionIds: readonly number[]): SupplyRow[] {
  return sql.all<SupplyRow>(
    `SELECT s.transaction_id, s.kind, a.address AS account, b.address AS owner, c.address AS authority, s.amount
       FROM json_each(?) j JOIN token_supply_changes s ON s.transaction_id = j.value
       JOIN chain_addresses a ON a.id = s.account_id
       LEFT JOIN chain_addresses b ON b.id = s.owner_id
       LEFT JOIN chain_addresses c ON c.id = s.authority_id
       ORDER BY s.transaction_id, s.position`,
    JSON.stringify(transactionIds),
  );
}

/** In the order of their instructions. */
export function listAuthorityChanges(sql: Sql, transactionIds: readonly number[]): AuthorityRow[] {
  return sql.all<AuthorityRow>(
    `SELECT s.transaction_id, s.power, s.previous, s.current
       FROM json_each(?) j JOIN token_authority_changes s ON s.transaction_id = j.value
       ORDER BY s.transaction_id, s.position`,
    JSON.stringify(transactionIds),
  );
}

export function listFees(sql: Sql, transactionIds: readonly number[]): FeeRow[] {
  return sql.all<FeeRow>(
    `SELECT f.transaction_id, f.transfers, f.withheld
       FROM json_each(?) j JOIN token_transfer_fees f ON f.transaction_id = j.value`,
    JSON.stringify(transactionIds),
  );
}

/** Limit of an account's steps in one slot; a block holds fewer. */
const MOST_STEPS = 1_000;

/** An account's changes in the last slot before `slot` that has any, ordered by signature. */
export function listLastSteps(
  sql: Sql,
  account: string,
  { tokenId, slot }: Place,
): Pick<RowOf<typeof tokenMovements>, "pre" | "post">[] {
  return sql.all(
    `SELECT m.pre, m.post FROM chain_addresses a
       JOIN token_movements m ON m.token_id = ?1 AND m.account_id = a.id
       JOIN chain_transactions t ON t.id = m.transaction_id
       WHERE a.address = ?2 AND m.slot = (
         SELECT max(slot) FROM token_movements WHERE token_id = ?1 AND account_id = a.id AND slot < ?3)
       ORDER BY t.signature LIMIT ?4`,
    tokenId,
    account,
    slot,
    MOST_STEPS,
  );
}

/** The last slot before `slot` in which tokens of an owner moved; null if none is known. */
export function lastSlotOfOwner(sql: Sql, owner: string, { tokenId, slot }: Place): number | null {
  const slots = (["owner_pre_id", "owner_post_id"] as const).flatMap((column) => {
    const found = sql.get<{ slot: number }>(
      `SELECT m.slot FROM chain_addresses a JOIN token_movements m ON m.token_id = ? AND m.${column} = a.id
         WHERE a.address = ? AND m.slot < ? ORDER BY m.slot DESC LIMIT 1`,
      tokenId,
      owner,
      slot,
    );
    return found === null ? [] : [found.slot];
  });
  return slots.length === 0 ? null : Math.max(...slots);
}

/** SetAuthority instructions of the slots [fromSlot, toSlot), oldest first. */
export function authorityChangesBetween(
  sql: Sql,
  tokenId: number,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): Pick<RowOf<typeof tokenAuthorityChanges>, "power" | "slot">[] {
  return sql.all(
    `SELECT power, slot FROM token_authority_changes WHERE token_id = ? AND slot >= ? AND slot < ?
       ORDER BY slot, transaction_id, position`,
    tokenId,
    fromSlot,
    toSlot,
  );
}

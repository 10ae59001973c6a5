import type { TokenMovement } from "../../../chain/transactions.ts";
import type { Tx } from "../../../db/sql.ts";

/** Version of this build's decoder: movements stored by another version are read again, in the background. */
export const MOVEMENTS_VERSION = 1;

export interface RecordedMovement {
  tokenId: number;
  transactionId: number;
  movement: TokenMovement;
  /** Whether the mint withholds transfer fees. */
  hasFees: boolean;
}

/** Stores the movements of a transaction, replacing earlier ones. */
export function recordMovement(
  tx: Tx,
  { tokenId, transactionId, movement, hasFees }: RecordedMovement,
): void {
  const slot = Number(movement.slot);
  for (const table of OF_A_TRANSACTION)
    tx.run(`DELETE FROM ${table} WHERE transaction_id = ?`, transactionId);
  for (const { account, ownerPre, ownerPost, pre, post } of movement.changes) {
    tx.run(
      `INSERT INTO token_movements (transaction_id, account_id, token_id, slot, owner_pre_id, owner_post_id, pre, post)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      transactionId,
      numberOf(tx, account),
      tokenId,
      slot,
      numberOrNull(tx, ownerPre),
      numberOrNull(tx, ownerPost),
      pre.toString(),
      post.toString(),
    );
  }
  for (const [position, { kind, account, owner, authority, amount }] of movement.supplyChanges.entries()) {
    tx.run(
      `INSERT INTO token_supply_changes (transaction_id, position, kind, account_id, owner_id, authority_id, amount)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      transactionId,
      position,
      kind,
      numberOf(tx, account),
      numberOrNull(tx, owner),
      numberOrNull(tx, authority),
      amount.toString(),
    );
  }
  for (const [position, { power, previous, current }] of movement.authorityChanges.entries()) {
    tx.run(
      `INSERT INTO token_authority_changes (transaction_id, position, token_id, slot, power, previous, current)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      transactionId,
      position,
      tokenId,
      slot,
      power,
      previous,
      current,
    );
  }
  if (hasFees && movement.fee !== null) recordFee(tx, transactionId, movement.fee);
}

const OF_A_TRANSACTION = [
  "token_movements",
  "token_supply_changes",
  "token_authority_changes",
  "token_transfer_fees",
];

function recordFee(tx: Tx, transactionId: number, fee: NonNullable<TokenMovement["fee"]>): void {
  tx.run(
    "INSERT INTO token_transfer_fees (transaction_id, transfers, withheld) VALUES (?, ?, ?)",
    transactionId,
    JSON.stringify(fee.transfers.map(String)),
    fee.withheld.toString(),
  );
}

function numberOrNull(tx: Tx, address: string | null): number | null {
  return address === null ? null : numberOf(tx, address);
}

function numberOf(tx: Tx, address: string): number {
  const known = tx.get<{ id: number }>("SELECT id FROM chain_addresses WHERE address = ?", address);
  return known?.id ?? tx.run("INSERT INTO chain_addresses (address) VALUES (?)", address).lastInsertRowid;
}

/** Counts failed transactions by the minute of their block. */
export function recordFailures(
  tx: Tx,
  tokenId: number,
  minutes: ReadonlyMap<number, { count: number; firstSlot: number }>,
): void {
  for (const [minute, { count, firstSlot }] of minutes) {
    tx.run(
      `INSERT INTO token_failed_minutes (token_id, minute, count, first_slot) VALUES (?, ?, ?, ?)
         ON CONFLICT (token_id, minute) DO UPDATE SET count = count + excluded.count,
           first_slot = min(first_slot, excluded.first_slot)`,
      tokenId,
      minute,
      count,
      firstSlot,
    );
  }
}

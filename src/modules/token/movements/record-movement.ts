import { Type } from "@sinclair/typebox";
import type { TokenMovement } from "../../../chain/transactions.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Tx } from "../../../db/sql.ts";
import {
  deleteOfTransaction,
  insertAuthorityChange,
  insertChange,
  insertFee,
  insertSupplyChange,
} from "./store.ts";

/** Amounts of transfers from which a fee was withheld. */
export const TRANSFERS = jsonColumn("token_transfer_fees.transfers", Type.Array(Type.String()));

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
  const place = { tokenId, slot: Number(movement.slot) };
  const transaction_id = transactionId;
  deleteOfTransaction(tx, transactionId);
  for (const { account, ownerPre, ownerPost, pre, post } of movement.changes)
    insertChange(tx, place, {
      transaction_id,
      account,
      owner_pre: ownerPre,
      owner_post: ownerPost,
      pre: pre.toString(),
      post: post.toString(),
    });
  for (const [position, change] of movement.supplyChanges.entries())
    insertSupplyChange(tx, position, { ...change, transaction_id, amount: change.amount.toString() });
  for (const [position, change] of movement.authorityChanges.entries())
    insertAuthorityChange(tx, place, { ...change, transaction_id, position });
  const { fee } = movement;
  if (!hasFees || fee === null) return;
  const transfers = TRANSFERS.write(fee.transfers.map(String));
  insertFee(tx, { transaction_id, transfers, withheld: fee.withheld.toString() });
}

import { leastOf } from "../../kit/bigint.ts";
import type { TokenTransfer, TokenTransfers } from "../chain-reader.ts";
import {
  accountKeys,
  instructionsOf,
  isTokenProgram,
  type RawBalance,
  type RawMeta,
  type RawTransaction,
  successfulMeta,
  timeOf,
} from "./raw-transaction.ts";
import { decodeInstruction, type Moved } from "./token-instruction.ts";

/** What a transaction changed in one token account. */
interface Change {
  mint: string;
  owner: string | null;
  delta: bigint;
}

/** The token transfers of a transaction, by owner; null for a failed one, or one whose time the chain does not say. */
export function transfersOf(raw: RawTransaction): TokenTransfers | null {
  const meta = successfulMeta(raw);
  const blockTime = timeOf(raw);
  if (meta === null || blockTime === null) return null;
  const changes = changesOf(meta);
  const keys = accountKeys(raw, meta);
  const transfers = instructionsOf(raw, meta).flatMap((instruction) => {
    const program = keys[instruction.programIdIndex];
    if (!isTokenProgram(program)) return [];
    const moved = decodeInstruction(instruction);
    return moved === null ? [] : attribute(moved, keys, changes);
  });
  return { slot: BigInt(raw.slot), blockTime, transfers: capByChanges(transfers, changes) };
}

function changesOf({ preTokenBalances, postTokenBalances }: RawMeta): Map<number, Change> {
  const changes = new Map<number, Change>();
  const add = (balances: readonly RawBalance[], sign: bigint) => {
    for (const { accountIndex, mint, owner, uiTokenAmount } of balances) {
      const key = Number(accountIndex);
      const known = changes.get(key)?.delta ?? 0n;
      changes.set(key, { mint, owner: owner ?? null, delta: known + sign * BigInt(uiTokenAmount.amount) });
    }
  };
  add(preTokenBalances ?? [], -1n);
  add(postTokenBalances ?? [], 1n);
  return changes;
}

/** Puts owners for accounts. What came and went within the transaction has no owner that the chain tells. */
function attribute(moved: Moved, keys: readonly string[], changes: Map<number, Change>): TokenTransfer[] {
  const from = moved.from === null ? undefined : changes.get(moved.from);
  const to = moved.to === null ? undefined : changes.get(moved.to);
  const mint = (moved.mint === null ? undefined : keys[moved.mint]) ?? to?.mint ?? from?.mint;
  if (mint === undefined) return [];
  return [{ mint, from: from?.owner ?? null, to: to?.owner ?? null, amount: moved.amount }];
}

/**
 * No owner is credited with more than the transaction left in their accounts, and nobody with having paid more than
 * they have less: what went back in the same transaction, or was withheld as a fee, was no payment.
 */
function capByChanges(transfers: readonly TokenTransfer[], changes: Map<number, Change>): TokenTransfer[] {
  const gained = new Map<string, bigint>();
  for (const { mint, owner, delta } of changes.values()) {
    const key = `${mint} ${owner}`;
    gained.set(key, (gained.get(key) ?? 0n) + delta);
  }
  const left = new Map(gained);
  return transfers.flatMap((transfer) => {
    const { mint, from, to } = transfer;
    const room = to === null ? transfer.amount : positive(left.get(`${mint} ${to}`) ?? 0n);
    const paid = from === null ? transfer.amount : positive(-(left.get(`${mint} ${from}`) ?? 0n));
    const amount = leastOf([transfer.amount, room, paid]);
    if (amount === 0n) return [];
    if (to !== null) left.set(`${mint} ${to}`, room - amount);
    if (from !== null) left.set(`${mint} ${from}`, amount - paid);
    return [{ ...transfer, amount }];
  });
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

import { pickLeast } from "../../kit/bigint.ts";
import { decodeBase58 } from "../../kit/formats/base58.ts";
import { NATIVE_MINT, type TokenTransfer, type TokenTransfers } from "../transactions.ts";
import {
  accountKeys,
  collectInstructions,
  isTokenProgram,
  type RawBalance,
  type RawInstruction,
  type RawMeta,
  type RawTransaction,
  successfulMeta,
  toBlockTimeMs,
} from "./raw-transaction.ts";
import { decodeInstruction, type InstructionTransfer } from "./token-instruction.ts";

const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const SYSTEM_TRANSFER = 2;
const SOL_DECIMALS = 9;

/** A transaction's change of one token account. */
interface Change {
  mint: string;
  owner: string | null;
  delta: bigint;
}

/** The transfers of tokens and SOL in a transaction, by owner; null for a failed one, or one without a known time. */
export function parseTransfers(raw: RawTransaction): TokenTransfers | null {
  const meta = successfulMeta(raw);
  const blockTime = toBlockTimeMs(raw);
  if (meta === null || blockTime === null) return null;
  const keys = accountKeys(raw, meta);
  const changes = changesOf(meta);
  const native = nativeChangesOf(meta, keys);
  const transfers = collectInstructions(raw, meta).flatMap((instruction) => {
    const program = keys[instruction.programIdIndex];
    if (program === SYSTEM_PROGRAM) return nativeTransfer(instruction, keys);
    if (!isTokenProgram(program)) return [];
    const moved = decodeInstruction(instruction);
    return moved === null ? [] : attribute(moved, keys, changes);
  });
  return {
    slot: BigInt(raw.slot),
    blockTime,
    transfers: capByChanges(transfers, [...changes.values(), ...native]),
    decimals: decimalsOf(meta),
  };
}

/** A transaction's changes in the lamports of each account; the fee counts as a payment of its payer. */
function nativeChangesOf({ preBalances, postBalances }: RawMeta, keys: readonly string[]): Change[] {
  return keys.map((owner, index) => ({
    mint: NATIVE_MINT,
    owner,
    delta: BigInt(postBalances?.[index] ?? 0) - BigInt(preBalances?.[index] ?? 0),
  }));
}

/** A transfer of the system program (SystemInstruction::Transfer); null for its other instructions. */
function nativeTransfer({ accounts, data }: RawInstruction, keys: readonly string[]): TokenTransfer[] {
  const bytes = decodeBase58(data);
  if (bytes === null || bytes.length !== 12) return [];
  const view = new DataView(bytes.buffer);
  const [from, to] = accounts.map((account) => keys[Number(account)]);
  if (view.getUint32(0, true) !== SYSTEM_TRANSFER || from === undefined || to === undefined) return [];
  return [{ mint: NATIVE_MINT, from, to, amount: view.getBigUint64(4, true) }];
}

function decimalsOf({ preTokenBalances, postTokenBalances }: RawMeta): Record<string, number> {
  const balances = [...(preTokenBalances ?? []), ...(postTokenBalances ?? [])];
  return Object.fromEntries([
    [NATIVE_MINT, SOL_DECIMALS],
    ...balances.flatMap(({ mint, uiTokenAmount: { decimals } }) =>
      decimals === undefined ? [] : [[mint, Number(decimals)]],
    ),
  ]);
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

/** Replaces accounts by owners. An account that was opened and closed within the transaction has no known owner. */
function attribute(
  moved: InstructionTransfer,
  keys: readonly string[],
  changes: Map<number, Change>,
): TokenTransfer[] {
  const from = moved.from === null ? undefined : changes.get(moved.from);
  const to = moved.to === null ? undefined : changes.get(moved.to);
  const mint = (moved.mint === null ? undefined : keys[moved.mint]) ?? to?.mint ?? from?.mint;
  if (mint === undefined) return [];
  return [{ mint, from: from?.owner ?? null, to: to?.owner ?? null, amount: moved.amount }];
}

/**
 * Limits credits to the amount left in an owner's accounts, and payments to the amount that the payer lost: amounts
 * returned in the same transaction, or withheld as fees, are not payments.
 */
function capByChanges(transfers: readonly TokenTransfer[], changes: readonly Change[]): TokenTransfer[] {
  const gained = new Map<string, bigint>();
  for (const { mint, owner, delta } of changes) {
    const key = `${mint} ${owner}`;
    gained.set(key, (gained.get(key) ?? 0n) + delta);
  }
  const left = new Map(gained);
  return transfers.flatMap((transfer) => {
    const { mint, from, to } = transfer;
    const room = to === null ? transfer.amount : positive(left.get(`${mint} ${to}`) ?? 0n);
    const paid = from === null ? transfer.amount : positive(-(left.get(`${mint} ${from}`) ?? 0n));
    const amount = pickLeast([transfer.amount, room, paid]);
    if (amount === 0n) return [];
    if (to !== null) left.set(`${mint} ${to}`, room - amount);
    if (from !== null) left.set(`${mint} ${from}`, amount - paid);
    return [{ ...transfer, amount }];
  });
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

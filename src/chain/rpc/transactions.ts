import { decodeBase58 } from "../../kit/base58.ts";
import { leastOf } from "../../kit/bigint.ts";
import { NATIVE_MINT, type TokenMovement, type TokenTransfer, type TokenTransfers } from "../chain-reader.ts";
import { RpcFailure } from "./failure.ts";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./token-accounts.ts";

const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const SYSTEM_TRANSFER = 2;
const SOL_DECIMALS = 9;

/** The parts of getTransaction's answer (encoding json) that are read here. */
export interface RawTransaction {
  slot: bigint;
  blockTime: bigint | number | null;
  transaction: {
    message: { accountKeys: readonly string[]; instructions: readonly RawInstruction[] };
  };
  meta: RawMeta | null;
}

interface RawMeta {
  err: unknown;
  /** Lamports of each account. */
  preBalances?: readonly (number | bigint)[] | null;
  postBalances?: readonly (number | bigint)[] | null;
  preTokenBalances?: readonly RawBalance[] | null;
  postTokenBalances?: readonly RawBalance[] | null;
  innerInstructions?: readonly { index: number; instructions: readonly RawInstruction[] }[] | null;
  loadedAddresses?: { writable: readonly string[]; readonly: readonly string[] } | null;
}

interface RawInstruction {
  programIdIndex: number;
  accounts: readonly number[];
  /** Base58. */
  data: string;
}

interface RawBalance {
  accountIndex: number;
  mint: string;
  owner?: string | null;
  uiTokenAmount: { amount: string; decimals?: number | bigint };
}

/** What a transaction changed in one token account. */
interface Change {
  mint: string;
  owner: string | null;
  delta: bigint;
}

/** What a transaction moved of a mint; null for a failed one, which moved nothing. */
export function movementOf(raw: RawTransaction, mint: string): TokenMovement | null {
  const meta = successfulMeta(raw);
  if (meta === null) return null;
  let arrived = 0n;
  let left = 0n;
  for (const change of changesOf(meta).values()) {
    if (change.mint !== mint) continue;
    if (change.delta > 0n) arrived += change.delta;
    else left -= change.delta;
  }
  return { slot: BigInt(raw.slot), blockTime: timeOf(raw), delta: arrived > 0n ? arrived : -left };
}

/** The transfers of tokens and SOL of a transaction, by owner; null for a failed one, or one whose time the chain does not say. */
export function transfersOf(raw: RawTransaction): TokenTransfers | null {
  const meta = successfulMeta(raw);
  const blockTime = timeOf(raw);
  if (meta === null || blockTime === null) return null;
  const keys = accountKeys(raw, meta);
  const changes = changesOf(meta);
  const native = nativeChangesOf(meta, keys);
  const transfers = instructionsOf(raw, meta).flatMap((instruction) => {
    const program = keys[instruction.programIdIndex];
    if (program === SYSTEM_PROGRAM) return nativeTransfer(instruction, keys);
    if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) return [];
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

/** What the transaction changed in the lamports of each account; the fee counts as paid by the one that paid it. */
function nativeChangesOf({ preBalances, postBalances }: RawMeta, keys: readonly string[]): Change[] {
  return keys.map((owner, index) => ({
    mint: NATIVE_MINT,
    owner,
    delta: BigInt(postBalances?.[index] ?? 0) - BigInt(preBalances?.[index] ?? 0),
  }));
}

/** A transfer of the system program (SystemInstruction::Transfer); none for its other instructions. */
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

function successfulMeta({ meta }: RawTransaction): RawMeta | null {
  if (meta === null) throw new RpcFailure("invalid_answer");
  return meta.err === null ? meta : null;
}

function timeOf({ blockTime }: RawTransaction): number | null {
  return blockTime === null ? null : Number(blockTime) * 1000;
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

/** Keys as instructions number them: the message's own, then those of lookup tables. */
function accountKeys({ transaction }: RawTransaction, { loadedAddresses }: RawMeta): string[] {
  return [
    ...transaction.message.accountKeys,
    ...(loadedAddresses?.writable ?? []),
    ...(loadedAddresses?.readonly ?? []),
  ];
}

function instructionsOf({ transaction }: RawTransaction, { innerInstructions }: RawMeta): RawInstruction[] {
  const inner = (innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  return [...transaction.message.instructions, ...inner];
}

/** What an instruction of a token program moves, by account index; null for what moves nothing. */
interface Moved {
  from: number | null;
  to: number | null;
  mint: number | null;
  amount: bigint;
}

const TRANSFER_FEE_EXTENSION = 26;
const TRANSFER_CHECKED_WITH_FEE = 1;

function decodeInstruction({ accounts, data }: RawInstruction): Moved | null {
  const bytes = decodeBase58(data);
  if (bytes === null || bytes.length < 9) return null;
  const [a = null, b = null, c = null] = accounts.map(Number);
  const amount = new DataView(bytes.buffer).getBigUint64(1, true);
  switch (bytes[0]) {
    case 3: // Transfer
      return { from: a, to: b, mint: null, amount };
    case 12: // TransferChecked
      return { from: a, to: c, mint: b, amount };
    case 7: // MintTo
    case 14: // MintToChecked
      return { from: null, to: b, mint: a, amount };
    case 8: // Burn
    case 15: // BurnChecked
      return { from: a, to: null, mint: b, amount };
    case TRANSFER_FEE_EXTENSION: {
      if (bytes[1] !== TRANSFER_CHECKED_WITH_FEE || bytes.length < 19) return null;
      const view = new DataView(bytes.buffer);
      return { from: a, to: c, mint: b, amount: view.getBigUint64(2, true) - view.getBigUint64(11, true) };
    }
    default:
      return null;
  }
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

import { RpcFailure } from "./failure.ts";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./token-accounts.ts";

/** The used parts of getTransaction's answer (encoding json). */
export interface RawTransaction {
  slot: bigint;
  blockTime: bigint | number | null;
  transaction: {
    message: { accountKeys: readonly string[]; instructions: readonly RawInstruction[] };
  };
  meta: RawMeta | null;
}

export interface RawMeta {
  err: unknown;
  /** Lamports of each account. */
  preBalances?: readonly (number | bigint)[] | null;
  postBalances?: readonly (number | bigint)[] | null;
  preTokenBalances?: readonly RawBalance[] | null;
  postTokenBalances?: readonly RawBalance[] | null;
  innerInstructions?: readonly { index: number; instructions: readonly RawInstruction[] }[] | null;
  loadedAddresses?: { writable: readonly string[]; readonly: readonly string[] } | null;
}

export interface RawInstruction {
  programIdIndex: number;
  accounts: readonly number[];
  /** Base58. */
  data: string;
}

export interface RawBalance {
  accountIndex: number;
  mint: string;
  owner?: string | null;
  programId?: string | null;
  uiTokenAmount: { amount: string; decimals?: number | bigint };
}

/** Null for a failed transaction. */
export function successfulMeta({ meta }: RawTransaction): RawMeta | null {
  if (meta === null) throw new RpcFailure("invalid_answer");
  return meta.err === null ? meta : null;
}

/** Unix milliseconds; null if the chain does not give it. */
export function toBlockTimeMs({ blockTime }: RawTransaction): number | null {
  return blockTime === null ? null : Number(blockTime) * 1000;
}

/** Keys in the numbering of instructions: the message's own, then those of lookup tables. */
export function accountKeys({ transaction }: RawTransaction, { loadedAddresses }: RawMeta): string[] {
  return [
    ...transaction.message.accountKeys,
    ...(loadedAddresses?.writable ?? []),
    ...(loadedAddresses?.readonly ?? []),
  ];
}

/** The message's own instructions, then inner ones. */
export function collectInstructions(
  { transaction }: RawTransaction,
  { innerInstructions }: RawMeta,
): RawInstruction[] {
  const inner = (innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  return [...transaction.message.instructions, ...inner];
}

export function isTokenProgram(address: string | undefined): boolean {
  return address === TOKEN_PROGRAM || address === TOKEN_2022_PROGRAM;
}

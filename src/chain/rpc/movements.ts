import type { AccountChange, AuthorityChange, SupplyChange, TokenMovement } from "../transactions.ts";
import { RpcFailure } from "./failure.ts";
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
import { TOKEN_2022_PROGRAM } from "./token-accounts.ts";
import { amountWithFee, decodeInstruction, decodeOpcode, decodeSetAuthority } from "./token-instruction.ts";

/** The parsed transaction for the functions below. */
interface ParsedTransaction {
  meta: RawMeta;
  mint: string;
  keys: readonly string[];
  /** Of token programs. */
  instructions: readonly RawInstruction[];
  /** Whether the mint's program is Token-2022. */
  isToken2022: boolean;
}

/**
 * Movements of one mint in a transaction; null if the transaction failed.
 * @throws RpcFailure if balances are missing, or do not add up with minted and burned amounts
 */
export function parseMovement(raw: RawTransaction, mint: string): TokenMovement | null {
  const meta = successfulMeta(raw);
  if (meta === null) return null;
  const keys = accountKeys(raw, meta);
  const instructions = collectInstructions(raw, meta).filter(({ programIdIndex }) =>
    isTokenProgram(keys[programIdIndex]),
  );
  const read: ParsedTransaction = { meta, mint, keys, instructions, isToken2022: isOfToken2022(meta, mint) };
  requireBalances(read);
  const all = accountsOf(read);
  const changes = all.filter(({ pre, post, ownerPre, ownerPost }) => pre !== post || ownerPre !== ownerPost);
  const supplyChanges = supplyChangesOf(read, all);
  const withheld = withheldOf(changes, supplyChanges);
  requireSum(read, withheld);
  return {
    slot: BigInt(raw.slot),
    blockTime: toBlockTimeMs(raw),
    delta: deltaOf(changes),
    changes,
    supplyChanges,
    authorityChanges: authorityChangesOf(read),
    fee: feeOf(read, withheld),
  };
}

function isOfToken2022({ preTokenBalances, postTokenBalances }: RawMeta, mint: string): boolean {
  const balances = [...(preTokenBalances ?? []), ...(postTokenBalances ?? [])];
  return balances.some((each) => each.mint === mint && each.programId === TOKEN_2022_PROGRAM);
}

/** Sum of all positive changes; if there are none, the (negative) sum of the others. */
function deltaOf(changes: readonly AccountChange[]): bigint {
  const sum = (sign: bigint) =>
    changes.reduce((total, { pre, post }) => ((post - pre) * sign > 0n ? total + post - pre : total), 0n);
  const arrived = sum(1n);
  return arrived > 0n ? arrived : sum(-1n);
}

/** If tokens moved, the accounts' balances must be present: a node that omits them proves nothing. */
function requireBalances({ meta, instructions }: ParsedTransaction): void {
  const told = new Set(
    [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])].map(({ accountIndex }) =>
      Number(accountIndex),
    ),
  );
  for (const instruction of instructions) {
    const moved = decodeInstruction(instruction);
    if (moved === null || moved.amount === 0n) continue;
    const ends = [moved.from, moved.to].filter((each) => each !== null);
    if (!ends.some((each) => told.has(each))) throw new RpcFailure("invalid_answer");
  }
}

/** Every account of the mint before and after, by address. */
function accountsOf({ meta, mint, keys }: ParsedTransaction): AccountChange[] {
  const pre = byIndex(meta.preTokenBalances, mint);
  const post = byIndex(meta.postTokenBalances, mint);
  return [...new Set([...pre.keys(), ...post.keys()])]
    .map((index) => {
      const account = keys[index];
      if (account === undefined) throw new RpcFailure("invalid_answer");
      const [before, after] = [pre.get(index), post.get(index)];
      return {
        account,
        ownerPre: before?.owner ?? null,
        ownerPost: after?.owner ?? null,
        pre: BigInt(before?.uiTokenAmount.amount ?? 0),
        post: BigInt(after?.uiTokenAmount.amount ?? 0),
      };
    })
    .sort((a, b) => (a.account < b.account ? -1 : 1));
}

function byIndex(balances: readonly RawBalance[] | null | undefined, mint: string): Map<number, RawBalance> {
  const ours = (balances ?? []).filter((each) => each.mint === mint);
  return new Map(ours.map((each) => [Number(each.accountIndex), each]));
}

function supplyChangesOf(
  { mint, keys, instructions }: ParsedTransaction,
  accounts: readonly AccountChange[],
): SupplyChange[] {
  const owners = new Map(accounts.map((each) => [each.account, each.ownerPost ?? each.ownerPre]));
  return instructions.flatMap((instruction) => {
    const moved = decodeInstruction(instruction);
    if (moved === null || (moved.from === null) === (moved.to === null)) return [];
    if (moved.mint === null || keys[moved.mint] !== mint) return [];
    const account = keys[moved.to ?? moved.from ?? -1];
    if (account === undefined) return [];
    const authority = keys[Number(instruction.accounts[AUTHORITY_AT] ?? -1)] ?? null;
    const kind = moved.from === null ? "mint" : "burn";
    return [{ kind, account, owner: owners.get(account) ?? null, authority, amount: moved.amount }];
  });
}

/** Of MintTo (mint, account, authority) and Burn (account, mint, authority). */
const AUTHORITY_AT = 2;

/** The accounts' shortfall against minted and burned amounts; Token-2022 withholds it as fees. */
function withheldOf(changes: readonly AccountChange[], supply: readonly SupplyChange[]): bigint {
  const moved = changes.reduce((sum, { pre, post }) => sum + pre - post, 0n);
  return supply.reduce((sum, { kind, amount }) => (kind === "mint" ? sum + amount : sum - amount), moved);
}

/** SPL Token: a difference means missing balances. Unknown instructions may move tokens in other ways. */
function requireSum({ instructions, isToken2022 }: ParsedTransaction, withheld: bigint): void {
  if (withheld === 0n || instructions.some(isUnknown)) return;
  if (withheld < 0n || !isToken2022) throw new RpcFailure("invalid_answer");
}

/** Instructions up to 25 neither hide amounts nor move withheld fees. */
const LAST_PLAIN = 25;
const FEE_EXTENSION = 26;
/** transferCheckedWithFee; harvesting moves fees from accounts to the mint. */
const HARMLESS_FEE_INSTRUCTIONS = [0, 1, 4, 5];

function isUnknown(instruction: RawInstruction): boolean {
  const [code, sub] = decodeOpcode(instruction);
  if (code === FEE_EXTENSION) return !HARMLESS_FEE_INSTRUCTIONS.includes(sub ?? -1);
  return code > LAST_PLAIN;
}

function feeOf(
  { instructions, isToken2022, keys, mint }: ParsedTransaction,
  withheld: bigint,
): TokenMovement["fee"] {
  if (!isToken2022 || instructions.some(isUnknown)) return null;
  const transfers = instructions.flatMap((instruction) => {
    const moved = decodeInstruction(instruction);
    if (moved === null || moved.mint === null || keys[moved.mint] !== mint) return [];
    if (moved.from === null || moved.to === null || moved.from === moved.to) return [];
    return [grossOf(instruction) ?? moved.amount];
  });
  return { transfers, withheld };
}

/** The gross amount of TransferCheckedWithFee, including its fee; null for any other instruction. */
function grossOf(instruction: RawInstruction): bigint | null {
  const [code] = decodeOpcode(instruction);
  return code === FEE_EXTENSION ? amountWithFee(instruction) : null;
}

/** Powers by AuthorityType of the token programs; pointers to metadata and groups grant no power over tokens. */
const POWERS: Readonly<Record<number, string>> = {
  0: "mint_authority",
  1: "freeze_authority",
  4: "transferFeeConfig",
  5: "transferFeeConfig",
  6: "mintCloseAuthority",
  7: "interestBearingConfig",
  8: "permanentDelegate",
  9: "confidentialTransferMint",
  10: "transferHook",
  11: "confidentialTransferFeeConfig",
  15: "scaledUiAmountConfig",
  16: "pausableConfig",
};

function authorityChangesOf({ mint, keys, instructions }: ParsedTransaction): AuthorityChange[] {
  return instructions.flatMap((instruction) => {
    const found = decodeSetAuthority(instruction);
    if (found === null || keys[found.owned] !== mint) return [];
    const power = POWERS[found.type];
    if (power === undefined) return [];
    return [{ power, previous: keys[found.previous] ?? null, current: found.current }];
  });
}

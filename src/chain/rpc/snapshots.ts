import { pickLeast } from "../../kit/bigint.ts";
import { WrongMint } from "../errors.ts";
import type { SupplySnapshot } from "../holdings.ts";
import type { MintState } from "../mint.ts";
import type { Endpoint } from "./endpoint.ts";
import { type RawAccount, readAccounts } from "./queries.ts";
import { parseMint, parseTokenAccount, toProgramAddress } from "./token-accounts.ts";

/** Data of several accounts in one answer. */

/** Keys of one getMultipleAccounts; the mint is always one of them. */
const KEYS_A_REQUEST = 100;

/** Null if the address holds no mint: addresses may agree on that, too. */
export function parseMintOrNull(account: RawAccount | null | undefined): MintState | null {
  if (account == null) return null;
  try {
    return parseMint(account.program, account.data);
  } catch (error) {
    if (error instanceof WrongMint) return null;
    throw error;
  }
}

export function requireMint<Value>(value: Value | null): Value {
  if (value === null) throw new WrongMint("TOKEN_MINT is not a mint of a token program on this chain");
  return value;
}

export function mintFields(mint: MintState | null): Record<string, string> {
  if (mint === null) return { mint: "none" };
  return {
    supply: String(mint.supply),
    decimals: String(mint.decimals),
    mint_authority: mint.mintAuthority ?? "none",
    freeze_authority: mint.freezeAuthority ?? "none",
    program: mint.program,
    extensions: JSON.stringify([mint.powers, mint.unknownExtensions]),
    withheld: String(mint.withheld),
    transfer_fee: JSON.stringify(mint.transferFee, textOfBigInt),
  };
}

interface SnapshotQuery {
  /** Addresses of the accounts, in their order. */
  keys: readonly string[];
  /** Wallets whose balances are summed. */
  wallets: readonly string[];
  mint: string;
}

/** The mint and the keys, in as few requests as possible; of one slot if one request suffices. */
export async function readMany(
  endpoint: Endpoint,
  { mint, keys }: Omit<SnapshotQuery, "wallets">,
  minSlot: bigint,
) {
  const accounts: (RawAccount | null)[] = [];
  const slots: (bigint | null)[] = [];
  let head: RawAccount | null = null;
  for (let at = 0; at === 0 || at < keys.length; at += KEYS_A_REQUEST - 1) {
    const { value, slot } = await readAccounts(
      endpoint,
      [mint, ...keys.slice(at, at + KEYS_A_REQUEST - 1)],
      minSlot,
    );
    head = value[0] ?? null;
    accounts.push(...value.slice(1));
    slots.push(slot);
  }
  return { value: { mint: head, accounts }, slot: oldest(slots) };
}

export function buildSnapshot(
  found: { mint: RawAccount | null; accounts: (RawAccount | null)[] },
  { keys, wallets, mint }: SnapshotQuery,
): SupplySnapshot | null {
  const state = parseMintOrNull(found.mint);
  if (state === null) return null;
  const balances = new Map(wallets.map((wallet) => [wallet, 0n]));
  for (const [index, account] of found.accounts.entries()) {
    const parsed = account === null ? null : parseTokenAccount(account.data);
    if (account === null || parsed === null || parsed.mint !== mint) continue;
    if (account.program !== toProgramAddress(state)) continue;
    const key = keys[index] ?? "";
    const wallet = balances.has(parsed.owner) ? parsed.owner : key;
    const sum = balances.get(wallet);
    if (sum !== undefined) balances.set(wallet, sum + parsed.amount);
  }
  return { decimals: state.decimals, supply: state.supply, balances };
}

/** Owners of the keys that are token accounts of the mint. */
export function mapKeysToOwners(
  found: { mint: RawAccount | null; accounts: (RawAccount | null)[] },
  keys: readonly string[],
  mint: string,
): Map<string, string> {
  const program = found.mint?.program;
  const owners = new Map<string, string>();
  for (const [index, account] of found.accounts.entries()) {
    const key = keys[index];
    if (account === null || account.program !== program || key === undefined) continue;
    const parsed = parseTokenAccount(account.data);
    if (parsed?.mint === mint) owners.set(key, parsed.owner);
  }
  return owners;
}

export function ownersWithTokens(accounts: readonly (RawAccount | null)[], mint: string): number {
  const parsed = accounts.flatMap((each) => {
    const account = each === null ? null : parseTokenAccount(each.data);
    return account === null || account.mint !== mint || account.amount === 0n ? [] : [account.owner];
  });
  return new Set(parsed).size;
}

export function sumAmounts(accounts: readonly { data: Uint8Array }[]): bigint {
  return accounts.reduce((sum, { data }) => sum + (parseTokenAccount(data)?.amount ?? 0n), 0n);
}

export function oldest(slots: readonly (bigint | null)[]): bigint | null {
  const known = slots.filter((each) => each !== null);
  return known.length === 0 ? null : pickLeast(known);
}

export function textOfBigInt(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

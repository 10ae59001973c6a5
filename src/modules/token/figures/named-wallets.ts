import type { ChainReader } from "../../../chain/chain-reader.ts";
import { type TrackedToken, WALLET_ROLES } from "./tracked-token.ts";

/** All wallets of the project, of every role. */
export function namedWallets({ wallets }: TrackedToken): string[] {
  return WALLET_ROLES.flatMap((role) => wallets[role]);
}

/** Each named wallet with its owner: a wallet may be named by its token account, too. */
export async function ownersOfWallets(
  chain: ChainReader,
  token: TrackedToken,
  minSlot: bigint,
): Promise<ReadonlyMap<string, string>> {
  const named = namedWallets(token);
  const found = await chain.findAccountOwners(named, minSlot);
  return new Map(named.map((wallet) => [wallet, found.get(wallet) ?? wallet]));
}

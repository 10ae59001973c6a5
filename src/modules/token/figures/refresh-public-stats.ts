import type { SupplySnapshot } from "../../../chain/holdings.ts";
import { formatDecimal } from "../../../kit/money.ts";
import type { PublicStats } from "./figures.ts";
import { namedWallets } from "./named-wallets.ts";
import { refresh, type TokenWork } from "./refresh.ts";
import { type TrackedToken, WALLET_ROLES, type WalletRole } from "./tracked-token.ts";

/** Reads the supply and the balances of the project's wallets. Returns a sentence about the result. */
export async function refreshPublicStats(work: TokenWork): Promise<string> {
  const { chain, token } = work;
  let found = "";
  await refresh(work, "public_stats", async (_, minSlot) => {
    const { value: snapshot, ...proved } = await chain.getSupply(namedWallets(token), minSlot);
    const lowerBound = await chain.countLargestOwners(proved.slot);
    const data = { ...computeStats(snapshot, token), holders_lower_bound: lowerBound };
    found = `${data.circulating_supply} of ${data.total_supply} circulate`;
    return { ...proved, data };
  });
  return found;
}

/** The figures that follow from supply and balances: circulating = supply − treasury − reserve − burn. */
export function computeStats(
  { decimals, supply, balances }: SupplySnapshot,
  { wallets }: Pick<TrackedToken, "wallets">,
): Omit<PublicStats, "holders_lower_bound"> {
  const shown = (amount: bigint) => formatDecimal(amount, decimals);
  const sumOf = (role: WalletRole) =>
    wallets[role].reduce((sum, wallet) => sum + (balances.get(wallet) ?? 0n), 0n);
  const [treasury, reserve, burn] = [sumOf("treasury"), sumOf("reserve"), sumOf("burn")];
  return {
    decimals,
    total_supply: shown(supply),
    treasury_balance: shown(treasury),
    reserve_balance: shown(reserve),
    burn_balance: shown(burn),
    tracked_treasury_balance: shown(treasury + reserve),
    circulating_supply: shown(supply - treasury - reserve - burn),
    wallets: WALLET_ROLES.flatMap((role) =>
      wallets[role].map((address) => ({ role, address, amount: shown(balances.get(address) ?? 0n) })),
    ),
  };
}

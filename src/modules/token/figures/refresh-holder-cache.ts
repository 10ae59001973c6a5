import type {
  Concentration as ChainConcentration,
  HolderCounts,
  HolderScan,
} from "../../../chain/holdings.ts";
import { sharePct } from "../../../chain/scan/holder-summary.ts";
import { formatDecimal } from "../../../kit/money.ts";
import { listWatched, recordScan } from "../movements/index.ts";
import type { Concentration, HolderCache, TokenDistribution } from "./figures.ts";
import { namedWallets, ownersOfWallets } from "./named-wallets.ts";
import { refresh, type TokenWork } from "./refresh.ts";
import { type TrackedToken, WALLET_ROLES, type WalletRole } from "./tracked-token.ts";

/** Named wallets with their owners. */
type WalletOwners = ReadonlyMap<string, string>;

/** Reads every account of the token and counts holders. Returns a sentence about the result. */
export async function refreshHolderCache(work: TokenWork): Promise<string> {
  const { live, clock, chain, token, signal, log } = work;
  let found = "";
  await refresh(work, "holder_cache", async (tokenId, minSlot) => {
    const owners = await ownersOfWallets(chain, token, minSlot);
    const wallets = [...new Set(owners.values())];
    const takenAt = clock.now();
    const watched = listWatched(live.read, tokenId).map(({ account }) => account);
    const { value: scan, ...proved } = await chain.scanHolders({ wallets, watched }, minSlot, signal);
    const { counts } = scan;
    found = `${counts.uniqueOwners} owners of ${counts.nonZeroAccounts} accounts with tokens`;
    log.routine("holders were counted", { accounts: counts.tokenAccounts, owners: counts.uniqueOwners });
    const slot = Number(proved.slot);
    return {
      ...proved,
      takenAt,
      data: cacheOf(scan, { slot, token, owners }),
      also: (tx) => recordScan(tx, tokenId, { scan, slot, takenAt, wallets }),
    };
  });
  return found;
}

function cacheOf(
  scan: HolderScan,
  { slot, token, owners }: { slot: number; token: TrackedToken; owners: WalletOwners },
): HolderCache {
  const { decimals, supply, accountsSum, withheld } = scan;
  const difference = supply - accountsSum - withheld;
  return {
    decimals,
    holders_detail: {
      ...countsOf(scan.counts),
      excluding: { ...countsOf(scan.excluding), wallets: namedWallets(token) },
    },
    conservation: {
      accounts_sum: formatDecimal(accountsSum, decimals),
      supply: formatDecimal(supply, decimals),
      withheld: formatDecimal(withheld, decimals),
      difference: formatDecimal(difference, decimals),
      complete: difference === 0n,
      slot,
    },
    distribution: distributionOf(scan, token, owners),
  };
}

function countsOf({ tokenAccounts, nonZeroAccounts, uniqueOwners }: HolderCounts) {
  return { token_accounts: tokenAccounts, non_zero_accounts: nonZeroAccounts, unique_owners: uniqueOwners };
}

function distributionOf(
  scan: HolderScan,
  { wallets }: TrackedToken,
  owners: WalletOwners,
): TokenDistribution {
  const { decimals, supply } = scan;
  const roles = new Map<string, WalletRole>(
    WALLET_ROLES.flatMap((role) =>
      wallets[role].map((wallet) => [owners.get(wallet) ?? wallet, role] as const),
    ),
  );
  return {
    decimals,
    supply: formatDecimal(supply, decimals),
    top_holders: scan.top.map(({ owner, amount }, index) => ({
      rank: index + 1,
      address: owner,
      amount: formatDecimal(amount, decimals),
      share_pct: sharePct(amount, supply),
      role: roles.get(owner) ?? null,
    })),
    buckets: scan.buckets.map(({ owners, amount }, index) => ({
      from: index === 0 ? "0" : String(10n ** BigInt(index - 1)),
      to: index === scan.buckets.length - 1 ? null : String(10n ** BigInt(index)),
      owners,
      amount: formatDecimal(amount, decimals),
      share_pct: sharePct(amount, supply),
    })),
    concentration: concentrationOf(scan.concentration),
    concentration_excluding: concentrationOf(scan.concentrationExcluding),
  };
}

function concentrationOf({ owners, topShares, gini, hhi, nakamoto }: ChainConcentration): Concentration {
  const [top1 = 0, top5 = 0, top10 = 0, top50 = 0, top100 = 0] = topShares;
  return {
    owners,
    top1_pct: top1,
    top5_pct: top5,
    top10_pct: top10,
    top50_pct: top50,
    top100_pct: top100,
    gini,
    hhi,
    nakamoto,
  };
}

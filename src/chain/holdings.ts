/** Supply and the project's wallets, of one slot if they fit into one request (99 accounts). */
export interface SupplySnapshot {
  decimals: number;
  supply: bigint;
  /** Base units by wallet, over all its accounts. */
  balances: ReadonlyMap<string, bigint>;
}

export interface HolderCounts {
  tokenAccounts: number;
  nonZeroAccounts: number;
  uniqueOwners: number;
}

/** Distribution of holdings over owners: shares as percentages. */
export interface Concentration {
  owners: number;
  /** Shares of the first 1, 5, 10, 50 and 100 owners, in this order. */
  topShares: readonly number[];
  gini: number | null;
  hhi: number | null;
  nakamoto: number | null;
}

/** Totals over every account of the token. Base units. */
export interface HolderScan {
  decimals: number;
  supply: bigint;
  accountsSum: bigint;
  withheld: bigint;
  counts: HolderCounts;
  /** The same without the named wallets. */
  excluding: HolderCounts;
  /** At most 100, largest first. */
  top: readonly { owner: string; amount: bigint }[];
  /**
   * Owners by whole tokens: under 1, under 10, … each limit ten times the previous one; the last bucket has no limit.
   */
  buckets: readonly { owners: number; amount: bigint }[];
  concentration: Concentration;
  concentrationExcluding: Concentration;
  /** Accounts of the first owners and of named wallets, and requested ones; closed accounts are missing. */
  accounts: readonly HeldAccount[];
}

export interface HeldAccount {
  account: string;
  owner: string;
  amount: bigint;
}

/** Figures that a scan returns in addition to the totals. */
export interface ScanQuery {
  /** Wallets to exclude in a second count of holders. */
  wallets: readonly string[];
  /** Token accounts whose amounts are requested. */
  watched: readonly string[];
}

export interface WalletHoldings {
  address: string;
  lamports: bigint;
  /** Base units of the mint, over all the wallet's token accounts. */
  tokenAmount: bigint;
  tokenDecimals: number;
  /** Null if no liquidity-pool mint is configured. */
  lpMint: string | null;
  lpAmount: bigint;
  lpDecimals: number;
  slot: bigint;
}

import type { WalletRole } from "./tracked-token.ts";

/**
 * What is kept of each kind, as stored and as published: amounts are whole tokens as exact decimal texts, times Unix
 * milliseconds, slots numbers.
 */
export interface FiguresByKind {
  mint_authorities: MintAuthorities;
  public_stats: PublicStats;
  holder_cache: HolderCache;
  holder_growth: HolderGrowth;
  token_distribution: TokenDistribution;
  transaction_sync: TransactionSync;
}

/** The kinds, each filled by the job of this name */
export const FIGURE_KINDS = [
  "mint_authorities",
  "public_stats",
  "holder_cache",
  "holder_growth",
  "token_distribution",
  "transaction_sync",
] as const satisfies readonly (keyof FiguresByKind)[];
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** A power that a Token-2022 extension gives somebody over the token or its accounts. */
export interface MintPower {
  /** As the token program names it: transferFeeConfig, permanentDelegate, pausableConfig, … */
  extension: string;
  /** Who may use it; null where the extension acts without anybody (or nobody may change it any more). */
  authority: string | null;
  /** What it allows, in a sentence. */
  allows: string;
  /** Whether anything can be done by it now: a power whose authority is gone for good is listed, and is not active. */
  is_active: boolean;
}

export interface MintAuthorities {
  program: "spl-token" | "token-2022";
  decimals: number;
  supply: string;
  /** Null where nobody may mint any more. */
  mint_authority: string | null;
  /** Null where nobody may freeze accounts. */
  freeze_authority: string | null;
  /** Every extension of the mint that allows something; empty for SPL Token. */
  powers: MintPower[];
  /** Names of extensions that this build does not know: what they allow is not known either. */
  unknown_extensions: string[];
}

/** A named wallet's tokens, over all its accounts. */
export interface WalletAmount {
  role: WalletRole;
  address: string;
  amount: string;
}

export interface PublicStats {
  decimals: number;
  total_supply: string;
  treasury_balance: string;
  reserve_balance: string;
  burn_balance: string;
  /** treasury + reserve. */
  tracked_treasury_balance: string;
  /** supply − treasury − reserve − burn. */
  circulating_supply: string;
  /** Every named wallet, liquidity-pool wallets too, which are subtracted from nothing. */
  wallets: WalletAmount[];
  /** Owners with tokens among the largest accounts: there are at least so many; null where it could not be read. */
  holders_lower_bound: number | null;
}

export interface HolderCounts {
  token_accounts: number;
  non_zero_accounts: number;
  unique_owners: number;
}

export interface HoldersDetail extends HolderCounts {
  /** The same without the project's own wallets. */
  excluding: HolderCounts & { wallets: string[] };
}

/** Whether the accounts that were found hold all that there is. */
export interface Conservation {
  accounts_sum: string;
  supply: string;
  /** Transfer fees that accounts and mint hold back (Token-2022). */
  withheld: string;
  /** supply − accounts_sum − withheld. */
  difference: string;
  /** Whether difference is 0; only complete scans replace figures. */
  complete: boolean;
  slot: number;
}

export interface HolderCache {
  decimals: number;
  holders_detail: HoldersDetail;
  conservation: Conservation;
  distribution: TokenDistribution;
}

export interface HolderGrowth {
  day: string;
  token_accounts: number;
  non_zero_accounts: number;
  unique_owners: number;
  /** Against the last day that is known before; null for the first. */
  change: number | null;
}

export interface DistributionBucket {
  /** Whole tokens: at least `from`, less than `to`; null for no upper end. */
  from: string;
  to: string | null;
  owners: number;
  amount: string;
  share_pct: number;
}

export interface TopHolder {
  rank: number;
  address: string;
  amount: string;
  /** Of the supply, in per cent, cut off after 4 decimals. */
  share_pct: number;
  /** What the project says of it; null for everybody else's. */
  role: WalletRole | null;
}

export interface Concentration {
  owners: number;
  top1_pct: number;
  top5_pct: number;
  top10_pct: number;
  top50_pct: number;
  top100_pct: number;
  /** 0 (all alike) to 1 (one has all); null without owners. */
  gini: number | null;
  /** Herfindahl-Hirschman index, 0 to 10 000; null without owners. */
  hhi: number | null;
  /** How many owners it takes to hold more than half; null without owners. */
  nakamoto: number | null;
}

export interface TokenDistribution {
  decimals: number;
  supply: string;
  top_holders: TopHolder[];
  buckets: DistributionBucket[];
  concentration: Concentration;
  /** The same without the project's own wallets, of what the others hold. */
  concentration_excluding: Concentration;
}

export interface TransactionSync {
  decimals: number;
  transactions: number;
  newest_signature: string | null;
  newest_block_time: number | null;
  oldest_block_time: number | null;
  /** Every transaction since then is known; null while nothing is. */
  covered_since: number | null;
  /** Whether the history is known from its beginning. */
  is_whole: boolean;
  /** Stretches of history that are still to be read. */
  gaps: number;
  /** Transactions that the history lists and no address has. */
  missing: number;
  volume_24h: string | null;
}

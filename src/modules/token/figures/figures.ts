import type { WalletRole } from "./tracked-token.ts";

/**
 * Data of each kind, as stored and as published: amounts are whole tokens as exact decimal texts, times Unix
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

/** Each kind is filled by the job of the same name. */
export const FIGURE_KINDS = [
  "mint_authorities",
  "public_stats",
  "holder_cache",
  "holder_growth",
  "token_distribution",
  "transaction_sync",
] as const satisfies readonly (keyof FiguresByKind)[];
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** A power over the token or its accounts that a Token-2022 extension grants. */
export interface MintPower {
  /** The token program's name: transferFeeConfig, permanentDelegate, pausableConfig, … */
  extension: string;
  /** The address that may use it; null if the extension acts without one, or can no longer be changed. */
  authority: string | null;
  /** The permitted action, as a sentence. */
  allows: string;
  /** Whether the power can be used now: a power whose authority is permanently removed is listed as inactive. */
  is_active: boolean;
}

export interface MintAuthorities {
  program: "spl-token" | "token-2022";
  decimals: number;
  supply: string;
  /** Null if nobody can mint any more. */
  mint_authority: string | null;
  /** Null if nobody can freeze accounts. */
  freeze_authority: string | null;
  /** Every extension of the mint that grants a power; empty for SPL Token. */
  powers: MintPower[];
  /** Extensions that this build does not know, whose powers are therefore unknown. */
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
  /** Every named wallet, including liquidity-pool wallets, which are not subtracted. */
  wallets: WalletAmount[];
  /** Owners with tokens among the largest accounts, a lower bound; null if they could not be read. */
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

/** Whether the accounts found hold the whole supply. */
export interface Conservation {
  accounts_sum: string;
  supply: string;
  /** Transfer fees withheld by accounts and mint (Token-2022). */
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
  /** Compared with the last known day before; null for the first. */
  change: number | null;
}

export interface DistributionBucket {
  /** Whole tokens: at least `from`, less than `to`; null without an upper limit. */
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
  /** Percentage of the supply, truncated to 4 decimals. */
  share_pct: number;
  /** The project's own label; null for other owners. */
  role: WalletRole | null;
}

export interface Concentration {
  owners: number;
  top1_pct: number;
  top5_pct: number;
  top10_pct: number;
  top50_pct: number;
  top100_pct: number;
  /** 0 (all equal) to 1 (one has everything); null without owners. */
  gini: number | null;
  /** Herfindahl-Hirschman index, 0 to 10 000; null without owners. */
  hhi: number | null;
  /** The smallest number of owners that hold more than half; null without owners. */
  nakamoto: number | null;
}

export interface TokenDistribution {
  decimals: number;
  supply: string;
  top_holders: TopHolder[];
  buckets: DistributionBucket[];
  concentration: Concentration;
  /** The same without the project's own wallets, relative to the others' holdings. */
  concentration_excluding: Concentration;
}

export interface TransactionSync {
  decimals: number;
  transactions: number;
  newest_signature: string | null;
  newest_block_time: number | null;
  oldest_block_time: number | null;
  /** Every transaction since this time is known; null before the first sync. */
  covered_since: number | null;
  /** Whether the history is known from its beginning. */
  is_whole: boolean;
  /** Gaps in the history that are still to be read. */
  gaps: number;
  /** Transactions that the history lists but no RPC address has. */
  missing: number;
  volume_24h: string | null;
}

import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import type { CheckedJson } from "../../../kit/formats/checked-json.ts";
import { HoldersDetailShape } from "./model.ts";
import { WALLET_ROLES } from "./tracked-token.ts";

/** A power over the token or its accounts that a Token-2022 extension grants. */
const MintPower = Type.Object({
  /** The token program's name: transferFeeConfig, permanentDelegate, pausableConfig, … */
  extension: Type.String(),
  /** The address that may use it; null if the extension acts without one, or can no longer be changed. */
  authority: Nullable(Type.String()),
  /** The permitted action, as a sentence. */
  allows: Type.String(),
  /** Whether the power can be used now: a power whose authority is permanently removed is listed as inactive. */
  is_active: Type.Boolean(),
});
export type MintPower = Static<typeof MintPower>;

const MintAuthorities = Type.Object({
  program: OneOf(["spl-token", "token-2022"]),
  decimals: Type.Number(),
  supply: Type.String(),
  /** Null if nobody can mint any more. */
  mint_authority: Nullable(Type.String()),
  /** Null if nobody can freeze accounts. */
  freeze_authority: Nullable(Type.String()),
  /** Every extension of the mint that grants a power; empty for SPL Token. */
  powers: Type.Array(MintPower),
  /** Extensions that this build does not know, whose powers are therefore unknown. */
  unknown_extensions: Type.Array(Type.String()),
});
export type MintAuthorities = Static<typeof MintAuthorities>;

/** A named wallet's tokens, over all its accounts. */
const WalletAmount = Type.Object({
  role: OneOf(WALLET_ROLES),
  address: Type.String(),
  amount: Type.String(),
});
export type WalletAmount = Static<typeof WalletAmount>;

const PublicStats = Type.Object({
  decimals: Type.Number(),
  total_supply: Type.String(),
  treasury_balance: Type.String(),
  reserve_balance: Type.String(),
  burn_balance: Type.String(),
  /** treasury + reserve. */
  tracked_treasury_balance: Type.String(),
  /** supply − treasury − reserve − burn. */
  circulating_supply: Type.String(),
  /** Every named wallet, including liquidity-pool wallets, which are not subtracted. */
  wallets: Type.Array(WalletAmount),
  /** Owners with tokens among the largest accounts, a lower bound; null if they could not be read. */
  holders_lower_bound: Nullable(Type.Number()),
});
export type PublicStats = Static<typeof PublicStats>;

const HolderCounts = Type.Object({
  token_accounts: Type.Number(),
  non_zero_accounts: Type.Number(),
  unique_owners: Type.Number(),
});
export type HolderCounts = Static<typeof HolderCounts>;

/** Whether the accounts found hold the whole supply. */
const Conservation = Type.Object({
  accounts_sum: Type.String(),
  supply: Type.String(),
  /** Transfer fees withheld by accounts and mint (Token-2022). */
  withheld: Type.String(),
  /** supply − accounts_sum − withheld. */
  difference: Type.String(),
  /** Whether difference is 0; only complete scans replace figures. */
  complete: Type.Boolean(),
  slot: Type.Number(),
});
export type Conservation = Static<typeof Conservation>;

const HolderGrowth = Type.Object({
  day: Type.String(),
  token_accounts: Type.Number(),
  non_zero_accounts: Type.Number(),
  unique_owners: Type.Number(),
  /** Compared with the last known day before; null for the first. */
  change: Nullable(Type.Number()),
});
export type HolderGrowth = Static<typeof HolderGrowth>;

const DistributionBucket = Type.Object({
  /** Whole tokens: at least `from`, less than `to`; null without an upper limit. */
  from: Type.String(),
  to: Nullable(Type.String()),
  owners: Type.Number(),
  amount: Type.String(),
  share_pct: Type.Number(),
});
export type DistributionBucket = Static<typeof DistributionBucket>;

const TopHolder = Type.Object({
  rank: Type.Number(),
  address: Type.String(),
  amount: Type.String(),
  /** Percentage of the supply, truncated to 4 decimals. */
  share_pct: Type.Number(),
  /** The project's own label; null for other owners. */
  role: Nullable(OneOf(WALLET_ROLES)),
});
export type TopHolder = Static<typeof TopHolder>;

const Concentration = Type.Object({
  owners: Type.Number(),
  top1_pct: Type.Number(),
  top5_pct: Type.Number(),
  top10_pct: Type.Number(),
  top50_pct: Type.Number(),
  top100_pct: Type.Number(),
  /** 0 (all equal) to 1 (one has everything); null without owners. */
  gini: Nullable(Type.Number()),
  /** Herfindahl-Hirschman index, 0 to 10 000; null without owners. */
  hhi: Nullable(Type.Number()),
  /** The smallest number of owners that hold more than half; null without owners. */
  nakamoto: Nullable(Type.Number()),
});
export type Concentration = Static<typeof Concentration>;

const TokenDistribution = Type.Object({
  decimals: Type.Number(),
  supply: Type.String(),
  top_holders: Type.Array(TopHolder),
  buckets: Type.Array(DistributionBucket),
  concentration: Concentration,
  /** The same without the project's own wallets, relative to the others' holdings. */
  concentration_excluding: Concentration,
});
export type TokenDistribution = Static<typeof TokenDistribution>;

const TransactionSync = Type.Object({
  decimals: Type.Number(),
  transactions: Type.Number(),
  newest_signature: Nullable(Type.String()),
  newest_block_time: Nullable(Type.Number()),
  oldest_block_time: Nullable(Type.Number()),
  /** Every transaction since this time is known; null before the first sync. */
  covered_since: Nullable(Type.Number()),
  /** Whether the history is known from its beginning. */
  is_whole: Type.Boolean(),
  /** Gaps in the history that are still to be read. */
  gaps: Type.Number(),
  /** Transactions that the history lists but no RPC address has. */
  missing: Type.Number(),
  volume_24h: Nullable(Type.String()),
  /** Of the last complete UTC days whose transactions are all known, oldest first; earlier releases stored none. */
  volume_days: Type.Optional(Type.Array(Type.Object({ day: Type.String(), volume: Type.String() }))),
});
export type TransactionSync = Static<typeof TransactionSync>;

const HolderCache = Type.Object({
  decimals: Type.Number(),
  holders_detail: HoldersDetailShape,
  conservation: Conservation,
  distribution: TokenDistribution,
});
export type HolderCache = Static<typeof HolderCache>;

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

function dataColumn<Schema extends TSchema>(schema: Schema) {
  return jsonColumn("chain_figures.data", schema);
}

export const FIGURE_DATA: { readonly [Kind in FigureKind]: CheckedJson<FiguresByKind[Kind]> } = {
  mint_authorities: dataColumn(MintAuthorities),
  public_stats: dataColumn(PublicStats),
  holder_cache: dataColumn(HolderCache),
  holder_growth: dataColumn(HolderGrowth),
  token_distribution: dataColumn(TokenDistribution),
  transaction_sync: dataColumn(TransactionSync),
};

import { Type } from "@sinclair/typebox";
import { Mounted } from "../../../http/mounted.ts";
import { Described, Nullable, OneOf } from "../../../http/schema/shapes.ts";
import {
  type Concentration,
  type FiguresByKind,
  readFigure,
  readStoredStats,
  STALE_AFTER_HOURS,
  WALLET_ROLES,
} from "../../token/figures/index.ts";
import { chainProof, type Proof, type Row } from "./proof.ts";
import { Tokens } from "./shapes.ts";

const NullableTokens = () => Nullable(Tokens());

export const publicStats: Proof = chainProof({
  name: "public_stats_cache_freshness",
  slug: "public-stats-cache-freshness",
  title: "Supply and circulation",
  about: "The total supply, the balances of the project's wallets, and the circulating supply.",
  method: "getTokenSupply and getTokenAccountsByOwner, agreed on by a quorum",
  source: "public_stats",
  limitField: "max_age_hours",
  limitHours: STALE_AFTER_HOURS.public_stats,
  columns: {
    subject: "Name of the figure, or address of a wallet.",
    value: "The figure, in whole tokens unless its name says otherwise.",
    role: "Role of the wallet in the project; null for a figure.",
  },
  shape: {
    decimals: Nullable(Type.Integer(), {
      description: "Decimals of the token; null before the first figures.",
    }),
    stats: Nullable(
      Type.Object({
        total_supply: Described(Tokens(), "Total supply, in whole tokens."),
        treasury_balance: Described(Tokens(), "Balance of the treasury wallets, in whole tokens."),
        reserve_balance: Described(Tokens(), "Balance of the reserve wallets, in whole tokens."),
        burn_balance: Described(Tokens(), "Balance of the burn wallets, in whole tokens."),
        tracked_treasury_balance: Tokens("treasury + reserve."),
        circulating_supply: Tokens("total_supply − treasury − reserve − burn."),
        holders: Nullable(Type.Integer(), { description: "Number of owners; null if unknown." }),
        holders_cached: Nullable(Type.Integer(), {
          description: "Owners in the last complete scan; null before the first.",
        }),
        holders_onchain_lower_bound: Nullable(Type.Integer(), {
          description: "Owners among the largest accounts, a lower bound; null if unknown.",
        }),
        holders_source: Type.String({
          description:
            "Source of the number of holders. holder_cache: every account was counted. largest_accounts: a lower bound. none: neither could be read.",
        }),
        volume_24h: Described(
          NullableTokens(),
          "Tokens moved in 24 hours, as a decimal; null until the history covers them.",
        ),
      }),
      { description: "The token's figures; null before the first figures." },
    ),
    wallets: Nullable(
      Type.Array(
        Type.Object({
          role: OneOf(WALLET_ROLES, { description: "Role of the wallet in the project." }),
          address: Type.String({ description: "Address on the chain." }),
          amount: Described(Tokens(), "Amount as a decimal text."),
        }),
        {
          description: "All named wallets of the project, with their balances.",
        },
      ),
    ),
  },
  isShownMissing: false,
  find(sql, token, { now }) {
    const { figure } = readFigure(sql, token, "public_stats");
    const stored = readStoredStats(sql, { token, mounted: NOTHING_MOUNTED, now });
    if (figure === null || stored === null) return null;
    const { decimals, wallets, ...balances } = figure.data;
    const { treasury_balance, reserve_balance, burn_balance, tracked_treasury_balance } = balances;
    const own = { treasury_balance, reserve_balance, burn_balance, tracked_treasury_balance };
    const { total_supply, circulating_supply, ...others } = stored.answer.stats;
    const stats = { total_supply, ...own, circulating_supply, ...others };
    return {
      takenAt: stored.takenAt,
      slot: stored.slot,
      rpcHosts: stored.rpcHosts,
      fault: null,
      figures: { decimals, stats, wallets },
      rows: [
        ...Object.entries(stats).map(([subject, value]) => ({ subject, value, role: null })),
        ...wallets.map(({ address, amount, role }) => ({ subject: address, value: amount, role })),
      ],
    };
  },
});

/** The proof leaves out the links of the stored answer. */
const NOTHING_MOUNTED = new Mounted([]);

const ConcentrationShape = Type.Object({
  owners: Type.Integer({ description: "Number of owners that were counted." }),
  top1_pct: Type.Number({ description: "Share of the largest owner, in per cent." }),
  top5_pct: Type.Number({ description: "Share of the 5 largest owners, in per cent." }),
  top10_pct: Type.Number({ description: "Share of the 10 largest owners, in per cent." }),
  top50_pct: Type.Number({ description: "Share of the 50 largest owners, in per cent." }),
  top100_pct: Type.Number({ description: "Share of the 100 largest owners, in per cent." }),
  gini: Nullable(Type.Number(), {
    description:
      "Gini coefficient: 0 if all hold the same, close to 1 if one owner holds everything; null without owners.",
  }),
  hhi: Nullable(Type.Number(), {
    description: "Herfindahl-Hirschman index, 0 to 10,000; null without owners.",
  }),
  nakamoto: Nullable(Type.Integer(), {
    description:
      "Nakamoto coefficient: smallest number of owners that together hold more than half; null without owners.",
  }),
});

export const tokenDistribution: Proof = chainProof({
  name: "token_distribution_freshness",
  slug: "token-distribution-freshness",
  title: "Distribution",
  about: "The distribution of the token over its owners, and the shares of the largest.",
  method: "last complete scan of all accounts (getProgramAccounts), summed by owner",
  source: "token_distribution",
  limitField: "stale_after_hours",
  limitHours: STALE_AFTER_HOURS.token_distribution,
  columns: {
    subject: "Address of an owner, or name of a bucket or figure.",
    kind: "holder, bucket or the name of another group of rows.",
    rank: "Rank of the owner, from 1; null for other rows.",
    role: "Role of the wallet in the project; null for any other.",
    owners: "Number of owners; null where it is not counted.",
    amount: "Amount in whole tokens; null where there is none.",
    share_pct: "Share of the supply, in per cent; null where there is none.",
  },
  shape: {
    decimals: Nullable(Type.Integer(), {
      description: "Decimals of the token; null before the first figures.",
    }),
    supply: Described(NullableTokens(), "Total supply, in whole tokens; null before the first figures."),
    top_holders: Nullable(
      Type.Array(
        Type.Object({
          rank: Type.Integer({ description: "Place by balance, from 1." }),
          address: Type.String({ description: "Address on the chain." }),
          amount: Described(Tokens(), "Amount as a decimal text."),
          share_pct: Type.Number({ description: "Share of the supply, in per cent." }),
          role: Nullable(OneOf(WALLET_ROLES), {
            description: "Role of the wallet in the project; null for any other.",
          }),
        }),
      ),
      { description: "The largest owners; null before the first figures." },
    ),
    buckets: Nullable(
      Type.Array(
        Type.Object({
          from: Described(Tokens(), "Lowest balance, in whole tokens."),
          to: Described(
            NullableTokens(),
            "Balance below which an owner belongs to the bucket; null for the last bucket.",
          ),
          owners: Type.Integer({ description: "Number of owners in the bucket." }),
          amount: Described(Tokens(), "Amount as a decimal text."),
          share_pct: Type.Number({ description: "Share of the supply, in per cent." }),
        }),
      ),
      { description: "Owners by balance; null before the first figures." },
    ),
    concentration: Nullable(ConcentrationShape, {
      description: "Concentration over all owners; null before the first figures.",
    }),
    concentration_excluding: Nullable(ConcentrationShape, {
      description:
        "Concentration without the project's wallets, relative to the total of the other owners; null before the first figures.",
    }),
  },
  isShownMissing: true,
  find(sql, token) {
    const { figure } = readFigure(sql, token, "token_distribution");
    if (figure === null) return null;
    return { ...figure, fault: null, figures: { ...figure.data }, rows: distributionRows(figure.data) };
  },
});

function distributionRows(data: FiguresByKind["token_distribution"]): Row[] {
  const none = { rank: null, role: null, owners: null, amount: null, share_pct: null };
  const holders = data.top_holders.map(({ address, ...holder }) => ({
    subject: address,
    kind: "holder",
    ...none,
    ...holder,
  }));
  const buckets = data.buckets.map(({ from, to, ...bucket }) => ({
    subject: to === null ? `from ${from}` : `${from} to ${to}`,
    kind: "bucket",
    ...none,
    ...bucket,
  }));
  const shares = (kind: string, concentration: Concentration) =>
    (["top1_pct", "top5_pct", "top10_pct", "top50_pct", "top100_pct"] as const).map((name) => ({
      subject: name.replace("_pct", ""),
      kind,
      ...none,
      owners: concentration.owners,
      share_pct: concentration[name],
    }));
  return [
    ...holders,
    ...buckets,
    ...shares("concentration", data.concentration),
    ...shares("concentration_excluding", data.concentration_excluding),
  ];
}

import { Type } from "@sinclair/typebox";
import { Links, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

const Tokens = (description: string) =>
  Type.String({ pattern: "^-?[0-9]+(\\.[0-9]+)?$", description: `${description} Whole tokens, exact.` });

const Counts = {
  token_accounts: Type.Integer(),
  non_zero_accounts: Type.Integer(),
  unique_owners: Type.Integer({ description: "Owners with more than zero." }),
};

export const HoldersDetailShape = Type.Object(
  {
    ...Counts,
    excluding: Type.Object(
      { wallets: Type.Array(Type.String()), ...Counts },
      { description: "The same without the project's own wallets." },
    ),
  },
  { description: "Holders, counted three ways." },
);

export const HOLDERS_SOURCES = ["holder_cache", "largest_accounts", "none"] as const;

const HoldersSource = OneOf(HOLDERS_SOURCES, {
  description:
    "holder_cache: every account was counted; largest_accounts: a lower bound, until then; none: neither could be read.",
});

const Supply = {
  total_supply: Tokens("Minted and not burned."),
  circulating_supply: Tokens("total_supply − treasury − reserve − burn wallets."),
};

const Holders = Nullable(Type.Integer(), {
  description: "Unique owners above zero; null before they were counted.",
});

export const TokenStatus = Type.Object({
  mint: Type.String(),
  decimals: Type.Integer(),
  rpc_url: Type.String({
    description: "Scheme and host of the first RPC address; demo: for the demo chain.",
  }),
  chain: Type.Object({
    ...Supply,
    treasury_balance: Tokens("Balance of the treasury wallets."),
    reserve_balance: Tokens("Balance of the reserve wallets."),
    tracked_treasury_balance: Tokens("treasury_balance + reserve_balance."),
    burn_balance: Tokens("Balance of the burn wallets."),
    holders: Holders,
    holders_source: HoldersSource,
  }),
  holders_detail: Nullable(HoldersDetailShape),
  slot: Type.Integer({ description: "Finalized; the oldest slot of the sources." }),
  as_of_utc: Timestamp({ description: "Time of the data, that of its oldest source." }),
  age_hours: Type.Number(),
  is_stale: Type.Boolean(),
  chain_mode: ChainModeShape,
  docs_links: Links,
  links: Links,
});

export const PublicStatsAnswer = Type.Object({
  decimals: Type.Integer(),
  stats: Type.Object({
    ...Supply,
    holders: Holders,
    holders_cached: Nullable(Type.Integer(), {
      description: "From the last complete count of all accounts.",
    }),
    holders_onchain_lower_bound: Nullable(Type.Integer(), {
      description: "Owners with tokens among the largest accounts: a lower bound.",
    }),
    holders_source: HoldersSource,
    volume_24h: Nullable(Tokens("Amount moved in 24 hours."), {
      description: "Null until the synced transactions cover 24 hours.",
    }),
  }),
  cache: Type.Object({
    source: OneOf(["jobs"], {
      description: "Jobs read the chain and store the figures: no request waits for it.",
    }),
    available: Type.Boolean(),
    enabled: Type.Boolean(),
    reason: Nullable(OneOf(["stale", "source_error"]), {
      description: "stale: older than max_age_hours; source_error: the last attempt to renew them failed.",
    }),
    cached_at_utc: Timestamp({ description: "Time of the data, that of its oldest source." }),
    age_hours: Type.Number(),
    max_age_hours: Type.Number(),
    source_error: Nullable(Type.String(), { description: "A code: rpc_unavailable, rpc_disagreement, …" }),
    proof_url: Nullable(Type.String()),
    proof_csv_url: Nullable(Type.String()),
    proof_page_url: Nullable(Type.String()),
  }),
  chain_mode: ChainModeShape,
});

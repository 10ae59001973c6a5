import { Type } from "@sinclair/typebox";
import { Described, Links, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

const Tokens = (description: string) =>
  Type.String({
    pattern: "^-?[0-9]+(\\.[0-9]+)?$",
    description: `${description} In whole tokens, exact, as a decimal text.`,
  });

const Counts = {
  token_accounts: Type.Integer({ description: "Number of token accounts." }),
  non_zero_accounts: Type.Integer({ description: "Token accounts with a balance above zero." }),
  unique_owners: Type.Integer({ description: "Owners of at least one account with a balance above zero." }),
};

export const HoldersDetailShape = Type.Object(
  {
    ...Counts,
    excluding: Type.Object(
      {
        wallets: Type.Array(Type.String(), { description: "The project's wallets that are left out." }),
        ...Counts,
      },
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
  total_supply: Tokens("Supply that was minted and not burned."),
  circulating_supply: Tokens("total_supply − treasury − reserve − burn wallets."),
};

const Holders = Nullable(Type.Integer(), {
  description: "Unique owners of balances above zero; null before they were counted.",
});

export const TokenStatus = Type.Object({
  mint: Type.String({ description: "The token's mint address." }),
  decimals: Type.Integer({ description: "Decimals of the token's mint." }),
  rpc_url: Type.String({
    description: "Scheme and host of the first RPC address; demo: for the demo chain.",
  }),
  chain: Type.Object(
    {
      ...Supply,
      treasury_balance: Tokens("Balance of the treasury wallets."),
      reserve_balance: Tokens("Balance of the reserve wallets."),
      tracked_treasury_balance: Tokens("treasury_balance + reserve_balance."),
      burn_balance: Tokens("Balance of the burn wallets."),
      holders: Holders,
      holders_source: HoldersSource,
    },
    { description: "The token's figures from the chain." },
  ),
  holders_detail: Nullable(HoldersDetailShape),
  slot: Type.Integer({
    description: "Finalized slot of the chain from which the figures are; the oldest slot of the sources.",
  }),
  as_of_utc: Timestamp({ description: "Time of the data, that of its oldest source." }),
  age_hours: Type.Number({ description: "Age of the figures, in hours." }),
  is_stale: Type.Boolean({ description: "Whether the figures are older than their limit." }),
  chain_mode: ChainModeShape,
  docs_links: Described(Links, "Addresses of the documentation, by name."),
  links: Described(Links, "Related addresses, by name."),
});

export const PublicStatsAnswer = Type.Object({
  decimals: Type.Integer({ description: "Decimals of the token." }),
  stats: Type.Object(
    {
      ...Supply,
      holders: Holders,
      holders_cached: Nullable(Type.Integer(), {
        description: "Number of holders at the last complete count of all accounts; null before the first.",
      }),
      holders_onchain_lower_bound: Nullable(Type.Integer(), {
        description:
          "Owners with tokens among the largest accounts: a lower bound. Null if they could not be read.",
      }),
      holders_source: HoldersSource,
      volume_24h: Nullable(Tokens("Amount moved in 24 hours."), {
        description: "Tokens moved in the last 24 hours; null until the synced transactions cover 24 hours.",
      }),
    },
    { description: "The token's figures." },
  ),
  cache: Type.Object(
    {
      source: OneOf(["jobs"], {
        description: "Jobs read the chain and store the figures: no request waits for it.",
      }),
      available: Type.Boolean({ description: "Whether stored figures exist." }),
      enabled: Type.Boolean({ description: "Whether it is enabled." }),
      reason: Nullable(OneOf(["stale", "source_error"]), {
        description:
          "Why the figures are older than they should be: stale, older than max_age_hours; source_error, the last attempt to renew them failed. Null if they are current.",
      }),
      cached_at_utc: Timestamp({ description: "Time of the data, that of its oldest source." }),
      age_hours: Type.Number({ description: "Age of the figures, in hours." }),
      max_age_hours: Type.Number({ description: "Age in hours after which the figures are stale." }),
      source_error: Nullable(Type.String(), {
        description:
          "Code of the error at the last attempt to renew the figures, such as rpc_unavailable or rpc_disagreement; null if it succeeded.",
      }),
      proof_url: Nullable(Type.String(), {
        description: "Path of the proof as JSON; null if this build lacks it.",
      }),
      proof_csv_url: Nullable(Type.String(), {
        description: "Path of the proof as CSV; null if this build lacks it.",
      }),
      proof_page_url: Nullable(Type.String(), {
        description: "Path of the page with the proof; null if this build lacks it.",
      }),
    },
    { description: "Age and state of the stored figures." },
  ),
  chain_mode: ChainModeShape,
});

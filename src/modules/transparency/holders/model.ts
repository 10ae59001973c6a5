import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

export const LABEL_KINDS = ["treasury", "reserve", "exchange", "lp", "burned", "vesting", "other"] as const;

export const MAX_LISTED = 100;
export const MAX_DAYS = 365;

const Tokens = (description: string) =>
  Type.String({ pattern: "^[0-9]+(\\.[0-9]+)?$", description, examples: ["1250000"] });
const Percent = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100, description, examples: [12.5] });

const Label = Type.Object(
  {
    kind: OneOf(LABEL_KINDS, {
      description:
        "treasury and reserve: the project's own; exchange: held for an exchange's customers; lp: liquidity pool; burned: out of use for ever; vesting: locked for later owners; other: see text.",
    }),
    text: Nullable(Type.String({ examples: ["Example Exchange"] }), {
      description: "What the operators say of the owner; null if they say nothing.",
    }),
    source: OneOf(["settings", "operators"], {
      description: "settings: a wallet named by the installation; operators: set by hand.",
    }),
  },
  { title: "HolderLabel" },
);

export const HoldersQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LISTED, description: "Number of owners; default 25." }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: "UTC days of history, today included." }),
  ),
});

export const HoldersDocument = Type.Object({
  taken_at_utc: Timestamp({ description: "Time of the holder scan." }),
  slot: Type.Integer({ description: "Finalized slot of the holder scan." }),
  decimals: Type.Integer({ description: "Decimals of the token." }),
  supply: Tokens("Total supply in whole tokens."),
  owners: Type.Integer({ description: "Number of owners with a balance above zero." }),
  count: Type.Integer({ description: "Number of owners listed." }),
  listed_pct: Percent("Share of the supply held by the listed owners, in per cent."),
  holders: Type.Array(
    Type.Object({
      rank: Type.Integer({ description: "Place by balance, from 1." }),
      address: Type.String({ description: "The owner's address." }),
      amount: Tokens("Balance in whole tokens."),
      share_pct: Percent("Share of the supply in per cent, truncated to 4 decimals."),
      label: Nullable(Label, {
        description: "The operators' label of the owner; null for an owner without one.",
      }),
    }),
    { description: "The largest owners, largest first." },
  ),
  history: Nullable(
    Type.Array(
      Type.Object({
        day: Type.String({ description: "UTC day, YYYY-MM-DD.", examples: ["2026-11-20"] }),
        slot: Type.Integer({ description: "Slot of the day's last holder scan." }),
        owners: Nullable(Type.Integer(), {
          description: "Number of owners with a balance above zero on that day; null if it is unknown.",
        }),
        listed_pct: Percent("Share of that day's supply held by that day's largest owners, `limit` of them."),
        labelled: Type.Array(
          Type.Object({
            kind: OneOf(LABEL_KINDS, { description: "Kind of the label, as it is today." }),
            share_pct: Percent("Share of the supply held by these owners together."),
          }),
          { description: "Shares of labelled owners among them, by kind." },
        ),
      }),
    ),
    { description: "One item per day with a complete scan, oldest first; null without `days`." },
  ),
  earlier: Nullable(
    Type.Array(
      Type.Object({
        day: Type.String({ description: "UTC day, YYYY-MM-DD.", examples: ["2025-03-14"] }),
        slot: Type.Integer({ description: "Slot of the last movement until the day's end." }),
        owners: Type.Integer({ description: "Number of owners with a balance above zero on that day." }),
      }),
    ),
    {
      description:
        "One item per day before the first scan, oldest first, counted from the token's transactions once all are known; null without `days`.",
    },
  ),
  query: Type.Object(
    {
      limit: Type.Integer({ description: "Largest number of owners, as applied." }),
      days: Nullable(Type.Integer(), {
        description: "UTC days of history, as applied; null without history.",
      }),
    },
    { description: "The parameters as applied." },
  ),
  chain_mode: ChainModeShape,
});

export type Holders = Static<typeof HoldersDocument>;
export type HolderLabel = Static<typeof Label>;

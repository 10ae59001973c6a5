import { Type } from "@sinclair/typebox";
import { Described, Nullable } from "../../../http/schema/shapes.ts";
import {
  HoldersDetailShape,
  listHolderDays,
  readFigure,
  STALE_AFTER_HOURS,
} from "../../token/figures/index.ts";
import { chainProof, type Proof } from "./proof.ts";
import { Tokens } from "./shapes.ts";

const COUNTS = {
  token_accounts: "Number of token accounts.",
  non_zero_accounts: "Token accounts with a balance above zero.",
  unique_owners: "Number of owners.",
};
const MAX_DAYS = 366;

export const holderCache: Proof = chainProof({
  name: "holder_cache_freshness",
  slug: "holder-cache-freshness",
  title: "Holders",
  about: "All accounts of the token, read at one finalized slot. Their balances must add up to the supply.",
  method: "getProgramAccounts; its sum is compared with getTokenSupply",
  source: "holder_cache",
  limitField: "max_age_hours",
  limitHours: STALE_AFTER_HOURS.holder_cache,
  columns: { subject: "Always all: the row is about the whole.", ...COUNTS },
  shape: {
    decimals: Nullable(Type.Integer(), {
      description: "Decimals of the token; null before the first figures.",
    }),
    holders: Nullable(Type.Integer({ description: "Unique owners with a balance above zero." })),
    holders_detail: Nullable(HoldersDetailShape),
    conservation: Nullable(
      Type.Object(
        {
          accounts_sum: Described(Tokens(), "Sum of all accounts, in whole tokens."),
          supply: Described(Tokens(), "Total supply, in whole tokens."),
          withheld: Tokens("Transfer fees withheld in accounts and the mint."),
          difference: Tokens("supply − accounts_sum − withheld; 0 if every account was found."),
          complete: Type.Boolean({ description: "Whether accounts and withheld fees add up to the supply." }),
          slot: Type.Integer({ description: "Finalized slot of the holder scan." }),
        },
        { description: "Comparison of the accounts' balances with the supply." },
      ),
    ),
  },
  isShownMissing: true,
  find(sql, token) {
    const { figure } = readFigure(sql, token, "holder_cache");
    if (figure === null) return null;
    const { decimals, holders_detail, conservation } = figure.data;
    const { excluding, ...all } = holders_detail;
    const { wallets: _, ...others } = excluding;
    return {
      ...figure,
      fault: null,
      figures: { decimals, holders: all.unique_owners, holders_detail, conservation },
      rows: [
        { subject: "all", ...all },
        { subject: "excluding_project_wallets", ...others },
      ],
    };
  },
});

export const holderGrowth: Proof = chainProof({
  name: "holder_growth_freshness",
  slug: "holder-growth-freshness",
  title: "Holder growth",
  about: "The number of owners on each day, from the day's last complete scan.",
  method: "the day's last complete scan of all accounts (getProgramAccounts)",
  source: "holder_growth",
  limitField: "stale_after_hours",
  limitHours: STALE_AFTER_HOURS.holder_growth,
  columns: {
    subject: "The UTC day that the row is about.",
    ...COUNTS,
    change: "Change of the number of owners since the day before; null if that is unknown.",
  },
  shape: {
    day: Nullable(
      Type.String({
        description: "The newest UTC day with a scan, YYYY-MM-DD; null before the first figures.",
      }),
    ),
    holders: Nullable(Type.Integer({ description: "Unique owners on that day." })),
    change: Nullable(Type.Integer(), {
      description: "Change against the previous day with a scan; null for the first day.",
    }),
  },
  isShownMissing: true,
  find(sql, token) {
    const { figure } = readFigure(sql, token, "holder_growth");
    if (figure === null) return null;
    const days = listHolderDays(sql, token, MAX_DAYS + 1);
    const rows = days.slice(0, MAX_DAYS).map((row, at) => {
      const before = days[at + 1];
      return {
        subject: row.day,
        token_accounts: row.token_accounts,
        non_zero_accounts: row.non_zero_accounts,
        unique_owners: row.unique_owners,
        change: before === undefined ? null : row.unique_owners - before.unique_owners,
      };
    });
    const { day, unique_owners: holders, change } = figure.data;
    return { ...figure, fault: null, figures: { day, holders, change }, rows };
  },
});

import { Type } from "@sinclair/typebox";
import { Nullable } from "../../../http/schema/shapes.ts";
import {
  HoldersDetailShape,
  listHolderDays,
  readFigure,
  STALE_AFTER_HOURS,
} from "../../token/figures/index.ts";
import type { Proof } from "./proof.ts";
import { Tokens } from "./shapes.ts";

const COUNTS = ["token_accounts", "non_zero_accounts", "unique_owners"] as const;
const MAX_DAYS = 366;

export const holderCache: Proof = {
  name: "holder_cache_freshness",
  slug: "holder-cache-freshness",
  title: "Holders",
  about:
    "Every account of the token was read at one finalized slot, and what they hold adds up to the supply.",
  method: "getProgramAccounts, its sum held against getTokenSupply",
  source: "holder_cache",
  limitField: "max_age_hours",
  limitHours: STALE_AFTER_HOURS.holder_cache,
  columns: ["subject", ...COUNTS],
  shape: {
    decimals: Nullable(Type.Integer()),
    holders: Nullable(Type.Integer({ description: "Unique owners with more than zero." })),
    holders_detail: Nullable(HoldersDetailShape),
    conservation: Nullable(
      Type.Object(
        {
          accounts_sum: Tokens(),
          supply: Tokens(),
          withheld: Tokens("Transfer fees that accounts and mint hold back."),
          difference: Tokens("supply − accounts_sum − withheld: 0 where every account was found."),
          complete: Type.Boolean(),
          slot: Type.Integer(),
        },
        { description: "Whether the accounts that were found hold all that there is." },
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
};

export const holderGrowth: Proof = {
  name: "holder_growth_freshness",
  slug: "holder-growth-freshness",
  title: "Holder growth",
  about: "How many owners there were on each day, by the day's last complete count.",
  method: "the day's last complete count of all accounts (getProgramAccounts)",
  source: "holder_growth",
  limitField: "stale_after_hours",
  limitHours: STALE_AFTER_HOURS.holder_growth,
  columns: ["subject", ...COUNTS, "change"],
  shape: {
    day: Nullable(Type.String({ description: "The newest day, in UTC." })),
    holders: Nullable(Type.Integer({ description: "Unique owners on that day." })),
    change: Nullable(Type.Integer(), { description: "Against the last day before; null for the first." }),
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
};

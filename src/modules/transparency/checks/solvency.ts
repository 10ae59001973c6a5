import type { Database } from "../../../db/database.ts";
import { formatFigure } from "../../../kit/figures.ts";
import { type CheckOutcome, defineCheck, noData } from "../../platform/checks/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { findSolvency, type ReadLiabilities } from "../proofs/index.ts";

interface SolvencyCheckParts {
  live: Database;
  token: TrackedToken | null;
  readLiabilities: ReadLiabilities;
}

/** Alerts operators when the treasury's tokens cover less than a set share of the debt to users. */
export const solvencyCheck = defineCheck({
  name: "solvency",
  slot: 15,
  title: "Solvency of salutes",
  about: "Whether the treasury covers the tokens owed to users.",
  evidence: "/api/public/solvency.json",
  thresholds: {
    min_coverage_pct: {
      value: 100,
      meaning: "Coverage of the needed tokens in per cent below which it is bad",
    },
  },
  runbook: {
    means: "The treasury's tokens cover less than the set share of users' salutes and pending conversions.",
    steps: [
      "Compare `needed_tokens` with `treasury_tokens` in `/api/public/solvency.json`, and check that `TREASURY_WALLETS` names every treasury wallet.",
      "Move tokens to the treasury, or set another rate of conversions with `salute conversions policy --salutes-per-token`.",
      "Run `salute jobs run public_stats` and `salute jobs run solvency` to publish new figures.",
    ],
  },
  look: ({ live, token, readLiabilities }: SolvencyCheckParts, { min_coverage_pct }): CheckOutcome => {
    const found = findSolvency({ sql: live.read, token, readLiabilities });
    const observed = { coverage_pct: found?.coverage_pct ?? null };
    if (found === null) return noData("Users' balances or the treasury were not counted yet.", observed);
    const { coverage_pct } = found;
    if (coverage_pct === null) return { status: "ok", message: "No tokens are owed to users.", observed };
    const isCovered = coverage_pct >= min_coverage_pct;
    return {
      status: isCovered ? "ok" : "bad",
      message: `The treasury covers ${formatFigure(coverage_pct, 2)} % of the tokens owed to users.`,
      observed,
    };
  },
});

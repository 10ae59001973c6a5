import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { parseDecimal } from "../../../kit/money.ts";
import { readFigure, type TrackedToken } from "../../token/figures/index.ts";
import { chainProof, type Proof, type ReadLiabilities } from "./proof.ts";
import { Tokens } from "./shapes.ts";

const TOKEN_DECIMALS = 9;
/** Two runs of the job may be missed. */
const MAX_AGE_HOURS = 18;

export const solvency: Proof = chainProof({
  name: "solvency",
  slug: "solvency",
  title: "Solvency of salutes",
  about:
    "What all users are owed, in a Merkle sum tree over their balances, compared with the tokens of the treasury.",
  method:
    "sum of all balances and pending conversions at one moment; treasury by getTokenAccountsByOwner, agreed on by a quorum",
  source: "solvency",
  limitField: "stale_after_hours",
  limitHours: MAX_AGE_HOURS,
  columns: { subject: "Name of the figure.", value: "Value of the figure." },
  shape: {
    liabilities_salutes: Nullable(Type.Number(), { description: "Sum of all users' balances." }),
    liabilities_hundredths: Nullable(Type.String({ pattern: "^[0-9]+$", examples: ["125050"] }), {
      description: "The same sum in hundredths, exactly: the sum at the tree's root.",
    }),
    pending_tokens: Nullable(Tokens("Tokens of conversions that are not settled yet, net of fees.")),
    rate: Nullable(Type.Number({ description: "Salutes per token, by the conversion policy at that time." })),
    needed_tokens: Nullable(
      Tokens("liabilities_salutes / rate + pending_tokens, without a fee, rounded up to 9 decimals."),
    ),
    treasury_tokens: Nullable(Tokens("Balance of the treasury wallets on the chain.")),
    coverage_pct: Nullable(Type.Number(), {
      description: "treasury_tokens / needed_tokens in per cent, truncated; null if no tokens are needed.",
    }),
    root: Nullable(Type.String({ pattern: "^[0-9a-f]{64}$" }), {
      description:
        "Root of the Merkle sum tree. Leaf: SHA-256 of the lines leaf, salt, user id, hundredths. Node: SHA-256 of the lines node, left hash, left sum, right hash, right sum. Each line ends with a line feed.",
    }),
    leaves: Nullable(Type.Integer({ description: "Number of users in the tree." })),
  },
  isShownMissing: true,
  find(sql, token, { readLiabilities }) {
    const found = findSolvency({ sql, token, readLiabilities });
    if (found === null) return null;
    const { owed, figure, ...amounts } = found;
    const covered = amounts.coverage_pct;
    return {
      takenAt: Math.min(owed.takenAt, figure.takenAt),
      slot: figure.slot,
      rpcHosts: figure.rpcHosts,
      fault: covered !== null && covered < 100 ? "bad" : null,
      figures: amounts,
      rows: Object.entries(amounts).map(([subject, value]) => ({ subject, value })),
    };
  },
});

interface SolvencyFacts {
  sql: Sql;
  token: TrackedToken | null;
  readLiabilities: ReadLiabilities;
}

/** What users are owed by the newest count, and what the treasury holds; null until both are known. */
export function findSolvency({ sql, token, readLiabilities }: SolvencyFacts) {
  const owed = readLiabilities();
  const figure = token === null ? null : readFigure(sql, token, "public_stats").figure;
  if (owed === null || figure === null) return null;
  const treasury = figure.data.treasury_balance;
  return {
    owed,
    figure,
    liabilities_salutes: owed.salutes,
    liabilities_hundredths: owed.hundredths,
    pending_tokens: owed.pending,
    rate: owed.rate,
    needed_tokens: owed.needed,
    treasury_tokens: treasury,
    coverage_pct: coverage(owed.needed, treasury),
    root: owed.root,
    leaves: owed.leaves,
  };
}

/** Coverage of the needed tokens in per cent, truncated to two decimals; null if none are needed. */
function coverage(needed: string, treasury: string): number | null {
  const [owed, held] = [tokens(needed), tokens(treasury)];
  if (owed === null || held === null || owed === 0n) return null;
  return Number((held * 10_000n) / owed) / 100;
}

/** A decimal in the smallest counted unit, cut to nine decimals. */
function tokens(text: string): bigint | null {
  const [whole = "", fraction = ""] = text.split(".");
  return parseDecimal(`${whole}.${fraction.slice(0, TOKEN_DECIMALS).padEnd(1, "0")}`, TOKEN_DECIMALS);
}

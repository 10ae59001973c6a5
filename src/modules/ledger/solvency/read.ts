import type { Sql } from "../../../db/sql.ts";
import { formatDecimal, fromHundredths, parseDecimal } from "../../../kit/money.ts";
import { RATE_DECIMALS } from "../conversions/index.ts";
import { findNewestSnapshot } from "./store.ts";

const TOKEN_DECIMALS = 9;
const UNIT = 10n ** BigInt(TOKEN_DECIMALS);

/** Liabilities of the newest snapshot, in salutes and in tokens; null before the first. */
export function readLiabilities(sql: Sql) {
  const row = findNewestSnapshot(sql);
  if (row === null) return null;
  const pending = tokens(row.pending_tokens);
  const rate = parseDecimal(row.rate, RATE_DECIMALS);
  if (pending === null || rate === null || rate === 0n)
    throw new Error(`snapshot ${row.id} holds no decimals`);
  const owed = BigInt(row.liabilities) * UNIT * 10n ** BigInt(RATE_DECIMALS);
  const needed = roundUp(owed, 100n * rate) + pending;
  return {
    takenAt: row.taken_at,
    leaves: row.leaves,
    root: row.root,
    hundredths: row.liabilities,
    salutes: fromHundredths(Number(row.liabilities)),
    pending: formatDecimal(pending, TOKEN_DECIMALS),
    needed: formatDecimal(needed, TOKEN_DECIMALS),
    rate: Number(row.rate),
  };
}

/** A decimal in the smallest counted unit, cut to nine decimals. */
function tokens(text: string): bigint | null {
  const [whole = "", fraction = ""] = text.split(".");
  return parseDecimal(`${whole}.${fraction.slice(0, TOKEN_DECIMALS).padEnd(1, "0")}`, TOKEN_DECIMALS);
}

function roundUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

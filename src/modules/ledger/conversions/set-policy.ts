import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import {
  formatDecimal,
  fromHundredths,
  type Hundredths,
  MAX_AMOUNT,
  parseAmount,
  parseSalutes,
} from "../../../kit/money.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Policy } from "./model.ts";
import { policyInForce, readPolicy } from "./read.ts";
import { FEE_DECIMALS, RATE_DECIMALS } from "./rules.ts";
import { upsertPolicy } from "./store.ts";

/** The changes, numbers as decimal texts; missing fields stay. */
export interface PolicyChanges {
  enabled?: boolean | undefined;
  salutes_per_token?: string | undefined;
  min_amount?: string | undefined;
  max_amount?: string | undefined;
  daily_limit_per_user?: string | undefined;
  fee_pct?: string | undefined;
}

const MAX_RATE = 1_000_000_000;

/**
 * Changes the policy of future conversions, with an entry in the audit trail. @throws Problem invalid_payload naming
 * the field
 */
export function setPolicy(tx: Tx, actor: Actor, changes: PolicyChanges): Static<typeof Policy> {
  const policy = policyInForce(tx);
  const next = {
    enabled: changes.enabled === undefined ? policy.enabled : Number(changes.enabled),
    salutes_per_token: rate(changes.salutes_per_token) ?? policy.salutes_per_token,
    min_amount: salutes("min_amount", changes.min_amount) ?? policy.min_amount,
    max_amount: salutes("max_amount", changes.max_amount) ?? policy.max_amount,
    daily_limit_per_user:
      salutes("daily_limit_per_user", changes.daily_limit_per_user) ?? policy.daily_limit_per_user,
    fee_pct: fee(changes.fee_pct) ?? policy.fee_pct,
  };
  if (next.max_amount < next.min_amount)
    throw invalidPayload("max_amount", `must be at least min_amount, ${fromHundredths(next.min_amount)}`);
  if (next.daily_limit_per_user < next.min_amount) {
    throw invalidPayload(
      "daily_limit_per_user",
      `must be at least min_amount, ${fromHundredths(next.min_amount)}`,
    );
  }
  const before = readPolicy(tx);
  upsertPolicy(tx, next);
  const after = readPolicy(tx);
  recordAudit(tx, actor, {
    action: "conversion_policy.set",
    subject: "conversion_policy",
    details: { before, after },
  });
  return after;
}

function salutes(field: string, text: string | undefined): Hundredths | null {
  if (text === undefined) return null;
  const amount = parseSalutes(text);
  if (amount === null || amount === 0 || amount > MAX_AMOUNT * 100)
    throw invalidPayload(field, `must be a positive amount with at most 2 decimals, at most ${MAX_AMOUNT}`);
  return amount;
}

function rate(text: string | undefined): string | null {
  if (text === undefined) return null;
  const value = parseAmount(text, RATE_DECIMALS);
  if (value === null || value <= 0n || value > BigInt(MAX_RATE) * 10n ** BigInt(RATE_DECIMALS)) {
    throw invalidPayload(
      "salutes_per_token",
      `must be a positive decimal with at most ${RATE_DECIMALS} places, at most ${MAX_RATE}`,
    );
  }
  return formatDecimal(value, RATE_DECIMALS);
}

function fee(text: string | undefined): string | null {
  if (text === undefined) return null;
  const value = parseAmount(text, FEE_DECIMALS);
  if (value === null || value >= 100n * 10n ** BigInt(FEE_DECIMALS))
    throw invalidPayload(
      "fee_pct",
      `must be a decimal from 0 to under 100 with at most ${FEE_DECIMALS} places`,
    );
  return formatDecimal(value, FEE_DECIMALS);
}

import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { formatDecimal, fromHundredths, hundredths } from "../../../kit/money.ts";
import type { ConversionState, Policy } from "./model.ts";
import { type ConversionRow, findPolicy, listConversionRows, type PolicyRow, type Slice } from "./store.ts";

/** The policy until an operator sets one: conversion is off. */
const UNSET_POLICY: PolicyRow = {
  enabled: 0,
  salutes_per_token: "100",
  min_amount: hundredths(100_00),
  max_amount: hundredths(10_000_00),
  daily_limit_per_user: hundredths(20_000_00),
  fee_pct: "0",
  updated_at: null,
};

export function policyInForce(sql: Sql): PolicyRow {
  return findPolicy(sql) ?? UNSET_POLICY;
}

export function readPolicy(sql: Sql): Static<typeof Policy> {
  const policy = policyInForce(sql);
  return {
    enabled: policy.enabled === 1,
    salutes_per_token: Number(policy.salutes_per_token),
    min_amount: fromHundredths(policy.min_amount),
    max_amount: fromHundredths(policy.max_amount),
    daily_limit_per_user: fromHundredths(policy.daily_limit_per_user),
    fee_pct: Number(policy.fee_pct),
    rounding: "down",
    settlement: "manual",
    updated_at: isoUtcOrNull(policy.updated_at),
  };
}

/** The fields of a conversion that answers, events and operators' lists share. */
export function conversionView(row: ConversionRow) {
  return {
    conversion_id: row.id,
    state: row.state,
    amount: fromHundredths(row.amount),
    token_amount: formatDecimal(BigInt(row.token_amount), row.decimals),
    fee: formatDecimal(BigInt(row.fee), row.decimals),
    wallet_address: row.wallet_address,
    ledger_entry_id: row.ledger_entry_id,
  };
}

/** Conversions of all partners, newest first, with amounts, mints and destinations, for operators. */
export function listConversions(sql: Sql, state: ConversionState | null, slice: Slice = {}) {
  return listConversionRows(sql, state, slice).map((row) => ({
    ...conversionView(row),
    partner: row.partner,
    user_id: String(row.user_id),
    mint: row.mint,
    settlement_signature: row.settlement_signature,
    failure_reason: row.failure_reason,
    created_at: isoUtc(row.created_at),
    resolved_at: isoUtcOrNull(row.resolved_at),
  }));
}

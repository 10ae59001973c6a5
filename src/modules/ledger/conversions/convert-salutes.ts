import type { Static } from "@sinclair/typebox";
import type { ChainMode, ChainReader } from "../../../chain/chain-reader.ts";
import type { MintFacts } from "../../../chain/mint.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Context, Intent, PartnerActor } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { fromHundredths, type Hundredths, hundredths } from "../../../kit/money.ts";
import { reading, requireChain } from "../../platform/chain-access/index.ts";
import { postEntry } from "../entries/index.ts";
import { requireActive, requireUser, type UserRow } from "../users/index.ts";
import { requireFreshWallet } from "../wallets/index.ts";
import { emitConversion } from "./emit-conversion.ts";
import { CONVERSION_ERRORS } from "./errors.ts";
import type { ConvertBody, ConvertResult } from "./model.ts";
import { conversionView, policyInForce } from "./read.ts";
import { type Quote, quote } from "./rules.ts";
import { insertConversion, type PolicyRow, sumConvertedSince } from "./store.ts";

type Body = Static<typeof ConvertBody>;

/** A checked request, which only limits, balance and chain can still refuse. */
interface Request {
  policy: PolicyRow;
  user: UserRow;
  wallet: string;
  /** Hundredths of a salute. */
  amount: Hundredths;
}

/** The part of a chain that conversions read. */
export type MintSource = Pick<ChainReader, "mode" | "getMint">;

/** The mint read for a conversion, or why it could not be read; that error comes after every other refusal. */
export type MintReading = { mint: MintFacts; mode: ChainMode } | Problem;

/**
 * Reads the mint of a conversion, unless the request is refused anyway.
 * @throws Problem as requireConvertible
 */
export async function readMint(
  chain: MintSource | null,
  {
    db,
    actor,
    body,
    now,
  }: Pick<Context<unknown, unknown, Body, PartnerActor>, "db" | "actor" | "body" | "now">,
): Promise<MintReading> {
  requireConvertible(db.read, { actor, body, now });
  try {
    const reader = requireChain(chain);
    return { mint: await reading(() => reader.getMint()), mode: reader.mode };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

interface Conversion {
  actor: PartnerActor;
  intent: Intent;
  body: Body;
  mint: MintReading;
}

/**
 * Debits salutes from a user and records the payment due for them.
 * @throws Problem as requireConvertible, then state_conflict, insufficient_balance, rpc_unavailable
 */
export function convertSalutes(
  tx: Tx,
  { actor, intent, body, mint }: Conversion,
): Static<typeof ConvertResult> {
  const request = requireConvertible(tx, { actor, body, now: tx.now });
  const { user, amount, wallet } = request;
  const promised = promiseTokens(request, mint);
  refusePastDailyLimit(tx, request);
  const posted = postEntry(tx, {
    user,
    partnerId: actor.partnerId,
    delta: hundredths(-amount),
    reason: "conversion",
    source: "api",
    reference: { origin: "partner", intent, status: 201 },
  });
  // The last refusal; the rollback also removes the entry.
  if (promised instanceof Problem) throw promised;
  const row = insertConversion(tx, {
    partner_id: actor.partnerId,
    user_id: user.id,
    amount,
    mint: promised.mint.address,
    decimals: promised.mint.decimals,
    token_amount: promised.net.toString(),
    fee: promised.fee.toString(),
    wallet_address: wallet,
    ledger_entry_id: posted.entryId,
  });
  emitConversion(tx, "salutes.converted", { row, user });
  return {
    ...conversionView(row),
    state: "pending_settlement",
    balance: fromHundredths(posted.balance),
    chain_mode: promised.mode,
  };
}

/**
 * @throws Problem conversion_disabled, user_not_found, invalid_payload, state_conflict, wallet_not_found, in this
 * order.
 */
function requireConvertible(
  sql: Sql,
  { actor, body, now }: { actor: PartnerActor; body: Body; now: number },
): Request {
  const policy = policyInForce(sql);
  if (policy.enabled === 0)
    throw new Problem(
      CONVERSION_ERRORS.conversion_disabled,
      "Wait until conversion-policy says enabled: conversion is off.",
    );
  const user = requireUser(sql, actor.partnerId, body.user_id);
  const { amount } = body;
  if (amount < policy.min_amount)
    throw invalidPayload(
      "amount",
      `must be at least ${fromHundredths(policy.min_amount)}, the policy's minimum`,
    );
  if (amount > policy.max_amount)
    throw invalidPayload(
      "amount",
      `must be at most ${fromHundredths(policy.max_amount)}, the policy's maximum`,
    );
  requireActive(user);
  const wallet = requireFreshWallet(sql, user, { address: body.wallet_address, now });
  return { policy, user, wallet, amount };
}

/** The tokens that the amount buys, or the chain's Problem unchanged. @throws Problem invalid_payload */
function promiseTokens(
  { policy, amount }: Request,
  read: MintReading,
): (Quote & Exclude<MintReading, Problem>) | Problem {
  if (read instanceof Problem) return read;
  const quoted = quote(amount, policy, read.mint.decimals);
  if (quoted.net === 0n) throw invalidPayload("amount", "buys less than the smallest unit of a token");
  if (quoted.net > read.mint.supply) throw invalidPayload("amount", "buys more tokens than there are");
  return { ...read, ...quoted };
}

/** @throws Problem state_conflict */
function refusePastDailyLimit(tx: Tx, { policy, user, amount }: Request): void {
  const startOfDay = tx.now - (tx.now % DAY_MS);
  const left = policy.daily_limit_per_user - sumConvertedSince(tx, user.id, startOfDay);
  if (amount <= left) return;
  throw new Problem(
    "state_conflict",
    `Convert at most ${fromHundredths(Math.max(0, left))} more today: the daily limit is ${fromHundredths(policy.daily_limit_per_user)}.`,
  );
}

import { CSV_TYPE, streamText } from "../../../http/answers/stream.ts";
import type { MutationStore } from "../../../http/mutation.ts";
import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import { USER_ERRORS } from "../users/index.ts";
import { applyBatch } from "./batch/apply-batch.ts";
import { BATCH_LIMITS, BatchBody, BatchResult } from "./batch/model.ts";
import { creditSalutes } from "./credit-salutes.ts";
import { debitSalutes } from "./debit-salutes.ts";
import { ENTRY_ERRORS } from "./errors.ts";
import {
  Balance,
  BalanceQuery,
  Ledger,
  LedgerExportQuery,
  LedgerQuery,
  MutationBody,
  MutationResult,
} from "./model.ts";
import { exportLedger, readBalance, readLedger } from "./read.ts";

/** @param mutations where the outcome of an item with a key of its own is recorded */
export const salutesRoutes = (mutations: () => MutationStore): Operation[] => [
  readOperation({
    id: "getSalutesBalance",
    method: "GET",
    path: "/api/salutes/balance",
    group: "salutes",
    summary: "Read a user's balance",
    outcome: "The user's present balance.",
    access: partner("read"),
    query: BalanceQuery,
    response: Balance,
    errors: [USER_ERRORS.user_not_found],
    read: ({ db, actor, query }) => readBalance(db.read, actor, query.user_id),
  }),
  writeOperation({
    id: "creditSalutes",
    method: "POST",
    path: "/api/salutes/credit",
    group: "salutes",
    summary: "Credit salutes to a user",
    outcome: "The salutes were credited.",
    access: partner("credit"),
    body: MutationBody,
    response: MutationResult,
    errors: [USER_ERRORS.user_not_found, "state_conflict"],
    example: {
      user_id: "ext:demo-user",
      amount: 25,
      reason: "quest",
      source: "campaign-7",
      metadata: { order: "1001" },
    },
    write: creditSalutes,
  }),
  writeOperation({
    id: "debitSalutes",
    method: "POST",
    path: "/api/salutes/debit",
    group: "salutes",
    summary: "Debit salutes from a user",
    outcome: "The salutes were debited.",
    access: partner("debit"),
    body: MutationBody,
    response: MutationResult,
    errors: [USER_ERRORS.user_not_found, "state_conflict", ENTRY_ERRORS.insufficient_balance],
    example: { user_id: "ext:demo-user", amount: 5, reason: "shop" },
    write: debitSalutes,
  }),
  writeOperation({
    id: "batchSalutes",
    method: "POST",
    path: "/api/salutes/batch",
    group: "salutes",
    summary: "Credit and debit many users at once",
    outcome: "The batch was carried out; results has the outcome of each item.",
    description:
      "Up to 1,000 credits and debits in one commit, in their order: a debit sees the credits before it. The key needs the scope `credit` for credits and `debit` for debits. An atomic batch, the default, applies all items or none; with `each`, refused items leave the others alone, and the answer is 200. An item's own idempotency_key protects it as the header protects a call; an item without one is protected by the batch's Idempotency-Key, and its ledger entry names it as `<Idempotency-Key>:<index>`.",
    access: partner(null),
    body: BatchBody,
    bodyLimits: BATCH_LIMITS,
    response: BatchResult,
    errors: [ENTRY_ERRORS.batch_refused],
    example: {
      items: [
        { operation: "credit", user_id: "ext:demo-user", amount: 25, reason: "quest" },
        { operation: "debit", user_id: "ext:demo-user", amount: 5, reason: "shop" },
      ],
      mode: "atomic",
    },
    write: (tx, context) => applyBatch(tx, context, mutations()),
  }),
  readOperation({
    id: "listLedger",
    method: "GET",
    path: "/api/salutes/ledger",
    group: "salutes",
    summary: "Read the ledger of a user, or of all your users",
    description:
      "With several conditions that each hold for many entries, a page examines at most 10,000 of them: it can hold fewer entries than asked for and still have a next_cursor.",
    access: partner("ledger"),
    query: LedgerQuery,
    response: Ledger,
    errors: [USER_ERRORS.user_not_found],
    read: ({ db, actor, query }) => readLedger(db.read, actor.partnerId, query),
  }),
  readOperation({
    id: "exportLedger",
    method: "GET",
    path: "/api/salutes/ledger.csv",
    group: "salutes",
    summary: "Stream the ledger as CSV",
    access: partner("ledger"),
    query: LedgerExportQuery,
    response: {
      mediaType: "text/csv",
      description: "RFC 4180, one row per entry, in the requested order.",
      example:
        "id,user_id,delta,balance_after,reason,source,idempotency_key,partner_key_id,created_at,reversed_by,reverses,metadata\r\n" +
        "1,1,25,25,quest,campaign-7,order-1001,pk_live_4fVqNn3yBzR8,2026-11-21T10:00:00.000Z,,,\r\n",
    },
    errors: [USER_ERRORS.user_not_found],
    read: ({ db, actor, query }) => streamText(exportLedger(db.read, actor.partnerId, query), CSV_TYPE),
  }),
];

import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../../db/sql.ts";
import { correction, type FieldFault, invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import { successText } from "../../../../http/answers/respond.ts";
import type { MutationStore } from "../../../../http/mutation.ts";
import { idempotencyConflict, jsonPayload } from "../../../../http/payload.ts";
import { createValidator, MAX_FAULTS, MAX_FIELD_LENGTH } from "../../../../http/schema/validate.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import { creditSalutes } from "../credit-salutes.ts";
import { debitSalutes } from "../debit-salutes.ts";
import { ENTRY_ERRORS } from "../errors.ts";
import type { Mutation, MutationResult } from "../model.ts";
import { findBatchEntry, findFirstOfBatch, type PostedRow, readPosted } from "../store.ts";
import { type Batch, BatchItem, type BatchResult, type ItemResult } from "./model.ts";

type Item = Static<typeof BatchItem>;

const OPERATIONS = { credit: creditSalutes, debit: debitSalutes };

const itemValidator = createValidator(BatchItem);

/**
 * Carries out credits and debits in their order, each as if it were a call of its own.
 * @param store the outcomes of idempotency keys, in which an item's own key is recorded like a call's
 * @throws Problem forbidden without the scope of an item; batch_refused if an item of an atomic batch is refused
 */
export function applyBatch(
  tx: Tx,
  { actor, intent, body }: Batch,
  store: MutationStore,
): Static<typeof BatchResult> {
  requireScopes(actor.key.scopes, body.items);
  const { mode = "atomic", items } = body;
  const call = { tx, batch: { actor, intent, body }, store, isResent: isResent(tx, intent) };
  const refusals: Refusal[] = [];
  const results = items.map((sent, index) => {
    try {
      return applyItem(call, { sent, item: checkedItem(sent, index), index });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const refusal = { index, problem: error };
      refusals.push(refusal);
      return refusedItem(sent.user_id, refusal);
    }
  });
  const applied = results.filter(({ status }) => status === "applied").length;
  const [first] = refusals;
  if (mode === "atomic" && first !== undefined) throw batchRefused(results, refusals, first);
  return { mode, count: items.length, applied, refused: refusals.length, results };
}

interface Refusal {
  index: number;
  problem: Problem;
}

interface BatchCall {
  tx: Tx;
  batch: Batch;
  store: MutationStore;
  /** Whether the batch was carried out before, and its recorded answer is deleted already. */
  isResent: boolean;
}

/** @throws Problem idempotency_conflict if another batch with this key was carried out */
function isResent(tx: Tx, { idempotencyKey, partnerId, payload }: Batch["intent"]): boolean {
  const entry = findFirstOfBatch(tx, partnerId, idempotencyKey);
  if (entry === null || payload.matches(entry.payload_hash)) return entry !== null;
  const { id: ledgerEntryId, created_at: createdAt } = entry;
  const first = { isSame: false, createdAt, operation: null, ledgerEntryId, differs: null };
  throw idempotencyConflict(first, payload);
}

/** @throws Problem forbidden */
function requireScopes(scopes: readonly string[], items: readonly Record<string, unknown>[]): void {
  for (const scope of Object.keys(OPERATIONS)) {
    if (scopes.includes(scope) || !items.some(({ operation }) => operation === scope)) continue;
    throw new Problem("forbidden", `This key lacks the scope ${scope}; ask the operators for it.`, {
      reason: "scope",
    });
  }
}

/** @throws Problem invalid_payload */
function checkedItem(sent: Record<string, unknown>, index: number): Item {
  const faults = itemValidator.faults(sent)?.map(({ field, message }) => faultOf(index, field, message));
  const [first] = faults ?? [];
  if (faults !== undefined && first !== undefined)
    throw new Problem("invalid_payload", correction(first), { details: faults });
  return itemValidator.decode(sent) as Item;
}

function faultOf(index: number, field: string, message: string): FieldFault {
  return { field: `items.${index}.${field}`, message };
}

/** An item as it was sent, and with its id and amount decoded. */
interface SentItem {
  sent: Record<string, unknown>;
  item: Item;
  index: number;
}

/** @throws Problem as a call of its own */
function applyItem(call: BatchCall, { sent, item, index }: SentItem): ItemResult {
  const { idempotency_key: key, operation, ...body } = item;
  call.tx.idempotencyKey = key ?? call.batch.intent.idempotencyKey;
  if (key !== undefined) {
    const { idempotency_key: _, operation: __, ...entered } = sent;
    return applyKeyedItem(call, { key, operation, body, entered, index });
  }
  const { actor, intent } = call.batch;
  const own = { ...intent, idempotencyKey: `${intent.idempotencyKey}:${index}` };
  const posted = call.isResent ? findBatchEntry(call.tx, actor.partnerId, own.idempotencyKey) : null;
  if (posted !== null) return replayedItem(posted, index);
  return appliedItem(OPERATIONS[operation](call.tx, { actor, intent: own, body, origin: "batch" }), index);
}

interface KeyedItem extends Pick<Item, "operation"> {
  key: string;
  body: Mutation["body"];
  /** The body as it was sent: what makes it the same intent as a call. */
  entered: Record<string, unknown>;
  index: number;
}

/** The same as a call with this Idempotency-Key. */
function applyKeyedItem(
  { batch, store, tx }: BatchCall,
  { key, operation, body, entered, index }: KeyedItem,
): ItemResult {
  const { actor, intent } = batch;
  if (key === intent.idempotencyKey)
    throw invalidPayload(`items.${index}.idempotency_key`, "must differ from the batch's Idempotency-Key");
  const route = intent.payload.operation.replace(/batch$/, operation);
  const payload = jsonPayload({ operation: route, subject: route.replace(" ", "\n"), value: entered });
  if (payload === null) throw invalidPayload(`items.${index}`, "must hold well-formed text");
  const own = { ...intent, idempotencyKey: key, payload };
  const first = store.findOutcome(tx, own)?.first;
  if (first?.isSame === true && first.ledgerEntryId !== null)
    return replayedItem(readPosted(tx, first.ledgerEntryId), index);
  if (first !== undefined) throw idempotencyConflict(first, payload, "idempotency_key");
  const answered = OPERATIONS[operation](tx, { actor, intent: own, body });
  store.recordOutcome(tx, own, { status: 200, body: successText(answered) });
  return appliedItem(answered, index);
}

function appliedItem(answered: Static<typeof MutationResult>, index: number): ItemResult {
  const { balance, delta, ledger_entry_id, user_id } = answered;
  return { index, status: "applied", ...NO_ERROR, user_id, delta, balance, ledger_entry_id };
}

function replayedItem(posted: PostedRow, index: number): ItemResult {
  return {
    index,
    status: "replayed",
    ...NO_ERROR,
    user_id: String(posted.user_id),
    delta: fromHundredths(posted.delta),
    balance: fromHundredths(posted.balance_after),
    ledger_entry_id: posted.id,
  };
}

const NO_ERROR = { error: null, message: null };

function refusedItem(sent: unknown, { index, problem }: Refusal): ItemResult {
  const balance = problem.options.extra?.balance;
  return {
    index,
    status: "refused",
    error: problem.code,
    message: problem.message,
    user_id: sent === undefined ? null : String(sent).slice(0, MAX_FIELD_LENGTH),
    delta: null,
    balance: typeof balance === "number" ? balance : null,
    ledger_entry_id: null,
  };
}

/** Nothing was applied: items that were not refused themselves are refused with the batch. */
function batchRefused(
  results: readonly ItemResult[],
  refusals: readonly Refusal[],
  { index, problem: { message } }: Refusal,
): Problem {
  const kept = results.map((result) => (result.status === "applied" ? { ...result, ...WITH_BATCH } : result));
  const isInput = refusals.every(({ problem }) => problem.code === "invalid_payload");
  const details = refusals.flatMap(({ problem }) => problem.options.details ?? []).slice(0, MAX_FAULTS);
  return new Problem(
    ENTRY_ERRORS.batch_refused,
    `Correct or leave out the refused items, of which there are ${refusals.length}; nothing was applied. Item ${index}: ${message}`,
    {
      ...(isInput ? { status: 400 } : {}),
      ...(details.length === 0 ? {} : { details }),
      extra: {
        mode: "atomic",
        count: results.length,
        applied: 0,
        refused: kept.filter(({ status }) => status === "refused").length,
        results: kept,
      },
    },
  );
}

const WITH_BATCH = {
  status: "refused",
  error: ENTRY_ERRORS.batch_refused.code,
  message: "Send the item again once the others are corrected: nothing of this batch was applied.",
  delta: null,
  balance: null,
  ledger_entry_id: null,
} as const;

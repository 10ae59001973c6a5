import type { Tx } from "../../../db/sql.ts";
import { RefuseButKeep } from "../../../db/write-errors.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Intent, PartnerActor } from "../../../http/operation.ts";
import { utcDay } from "../../../kit/clock.ts";
import { fromHundredths, type Hundredths, hundredths, MAX_BALANCE_HUNDREDTHS } from "../../../kit/money.ts";
import { readMetadata } from "../../platform/metadata/index.ts";
import { stopChanges } from "../../platform/state/index.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import type { UserRow } from "../users/index.ts";
import { ENTRY_ERRORS } from "./errors.ts";
import { REVERSAL_KEY } from "./links.ts";
import { addDailyCredit, insertEntry, readDailyCredit, readLastBalance } from "./store.ts";

/** Seconds after which the caller may retry. */
const CHECK_SECONDS = 60;

/**
 * The cause of an entry: a partner's own request, answered with 200 unless `status` says otherwise, or an event of
 * the system that happens only once: `reverses` is the entry that this one reverses.
 */
export type Reference =
  | { origin: "partner" | "batch"; intent: EntryIntent; status?: 200 | 201 }
  | { origin: "system"; key: SystemKey }
  | { origin: "system"; reverses: number };

type SystemKey =
  | `adjustment:${number}`
  | `claim:${number}`
  | `conversion:${number}:return`
  | `user:${number}:forfeit`
  | `miniapp:${string}`;

/** What an entry keeps of the request that caused it. */
type EntryIntent = Pick<Intent, "keyId" | "idempotencyKey"> & { payload: Pick<Intent["payload"], "hash"> };

export interface Posting {
  user: UserRow;
  partnerId: number;
  /** Hundredths, negative for a debit; never 0. */
  delta: Hundredths;
  reason: string;
  source: string;
  reference: Reference;
  /** The partner's own notes, as stored. */
  metadata?: string | null;
}

export interface PostedEntry {
  entryId: number;
  /** Hundredths, after the entry. */
  balance: Hundredths;
}

/**
 * The only way to change a balance: an append-only entry, the balance and the event, in the caller's transaction.
 * @throws Problem insufficient_balance, state_conflict past the largest balance, or safe_mode if the balance differs
 *   from the last entry.
 */
export function postEntry(
  tx: Tx,
  { user, partnerId, delta, reason, source, reference, metadata = null }: Posting,
): PostedEntry {
  requireAgreement(tx, user);
  const balance = hundredths(user.balance + delta);
  if (balance < 0) {
    throw new Problem(
      ENTRY_ERRORS.insufficient_balance,
      `Debit at most ${fromHundredths(user.balance)}, the user's balance.`,
      {
        extra: { balance: fromHundredths(user.balance) },
      },
    );
  }
  if (balance > MAX_BALANCE_HUNDREDTHS) {
    throw new Problem(
      "state_conflict",
      `Credit less: a balance may reach ${fromHundredths(MAX_BALANCE_HUNDREDTHS)}.`,
    );
  }
  const isPartner = reference.origin !== "system";
  const reverses = "reverses" in reference ? reference.reverses : null;
  const entryId = insertEntry(tx, {
    partnerId,
    userId: user.id,
    delta,
    balanceAfter: balance,
    reason,
    source,
    origin: reference.origin,
    idempotencyKey: keyOf(reference),
    payloadHash: isPartner ? reference.intent.payload.hash : "",
    status: (isPartner ? reference.status : undefined) ?? 200,
    partnerKeyId: isPartner ? reference.intent.keyId : null,
    metadata,
  });
  emitEvent(tx, {
    partnerId,
    type: delta > 0 ? "salutes.credit" : "salutes.debit",
    data: {
      user_id: String(user.id),
      external_id: user.external_id,
      delta: fromHundredths(delta),
      balance: fromHundredths(balance),
      reason,
      source,
      ledger_entry_id: entryId,
      ...(reverses === null ? {} : { reverses }),
      metadata: readMetadata(metadata),
    },
  });
  return { entryId, balance };
}

function keyOf(reference: Reference): string {
  if (reference.origin !== "system") return reference.intent.idempotencyKey;
  return "reverses" in reference ? `${REVERSAL_KEY}${reference.reverses}` : reference.key;
}

/**
 * Stops all changes if the balance does not follow from its entries.
 * @throws Problem safe_mode
 */
function requireAgreement(tx: Tx, { id, balance }: UserRow): void {
  const last = readLastBalance(tx, id);
  if (balance === last) return;
  const fault = `user ${id} has ${fromHundredths(balance)}, and a last entry that leaves ${fromHundredths(last)}`;
  const refusal = new Problem("safe_mode", "Wait: the service has stopped all changes to check its ledger.", {
    headers: { "retry-after": String(CHECK_SECONDS) },
  });
  throw new RefuseButKeep(refusal, (keep) =>
    stopChanges(keep, "posting", { invariant: "ledger_balances", fault }),
  );
}

/** The ledger itself counts credits, by the key in their entries. @throws Problem state_conflict past the daily ceiling */
export function requireDailyCredit(tx: Tx, { keyId, key }: PartnerActor, amount: number): void {
  const limit = key.dailyCreditLimit;
  if (limit === null) return;
  const left = limit - readDailyCredit(tx, { keyId, day: utcDay(tx.now) });
  if (amount <= left) return;
  throw new Problem(
    "state_conflict",
    `Credit at most ${fromHundredths(Math.max(0, left))} more today: the key's daily ceiling is ${fromHundredths(limit)}.`,
  );
}

/** Counts a credit that is only promised, as by a claim. @throws Problem state_conflict past the daily ceiling */
export function countPromisedCredit(tx: Tx, actor: PartnerActor, amount: number): void {
  requireDailyCredit(tx, actor, amount);
  addDailyCredit(tx, { keyId: actor.keyId, day: utcDay(tx.now), amount });
}

interface PromisedCredit {
  keyId: string;
  /** Unix milliseconds. */
  countedAt: number;
  /** Hundredths. */
  amount: number;
}

/** Returns a promised credit to its day's ceiling once it is certain that nothing is credited. */
export function returnPromisedCredit(tx: Tx, { keyId, countedAt, amount }: PromisedCredit): void {
  addDailyCredit(tx, { keyId, day: utcDay(countedAt), amount: -amount });
}

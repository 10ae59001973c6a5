import type { Sql, Tx } from "../db/sql.ts";
import { RefuseButKeep } from "../db/write-errors.ts";
import { type Clock, isoUtc, MINUTE_MS } from "../kit/clock.ts";
import { TextNumbers } from "../kit/text-numbers.ts";
import type { Actor, Intent } from "./access/actor.ts";
import { ANSWER_TEXT } from "./answers/answer-text.ts";
import { invalidPayload, Problem } from "./answers/problem.ts";
import { type FirstRequest, idempotencyConflict, type Payload } from "./payload.ts";

export const NONCE_WINDOW_MS = 15 * MINUTE_MS;

/** The committed outcome of an idempotency key. */
export interface Outcome {
  first: FirstRequest;
  status: number;
  /** JSON text of the answer; null if that is deleted already. */
  body: string | null;
}

/** Storage of nonces and outcomes, in the caller's own file. */
export interface MutationStore {
  nonceUsed(sql: Sql, nonce: KeyNonce): boolean;
  /** Uses up a nonce, by real time, not a file's own; false if it was used since `notBefore`. */
  takeNonce(tx: Tx, nonce: KeyNonce): boolean;
  /** The answer is only shown for the same payload. */
  findOutcome(sql: Sql, asked: AskedOutcome): Outcome | null;
  recordOutcome(tx: Tx, intent: Intent, answer: FirstAnswer): void;
}

/** A key's nonce. */
export interface KeyNonce {
  keyId: string;
  nonce: string;
  /** Earlier uses do not count. */
  notBefore: number;
}

type AskedOutcome = Pick<Intent, "partnerId" | "idempotencyKey" | "payload">;

/** The answer that a key's replays get. */
export interface FirstAnswer {
  status: number;
  /** JSON text. */
  body: string;
}

/** An operator's change with an idempotency key. */
export interface KeyedChange {
  operator: string;
  key: string;
  payload: Payload;
}

/** Storage of outcomes of operators' changes, by operator and key. */
export interface OperatorMutations {
  find(sql: Sql, change: KeyedChange): (FirstAnswer & { first: FirstRequest }) | null;
  record(tx: Tx, change: KeyedChange, answer: FirstAnswer): void;
  /** Carries out changes with the same key one after another, so that a repeat finds the first one's answer. */
  inTurn<Value>(change: KeyedChange, work: () => Promise<Value>): Promise<Value>;
}

/** How an answer with a secret is stored for its replays: without the secret, and restorable. */
export interface Recording {
  keep(answered: object): object;
  /** The whole answer with its secret. */
  restore(sql: Sql, kept: object): object;
}

/** The same store for an operation whose answers hold a secret. */
export function withRecording(store: MutationStore, { keep, restore }: Recording): MutationStore {
  return {
    ...store,
    findOutcome(sql, asked) {
      const found = store.findOutcome(sql, asked);
      if (found === null || found.body === null || !found.first.isSame) return found;
      return { ...found, body: JSON.stringify(restore(sql, ANSWER_TEXT.read(found.body))) };
    },
    recordOutcome(tx, intent, { status, body }) {
      store.recordOutcome(tx, intent, { status, body: JSON.stringify(keep(ANSWER_TEXT.read(body))) });
    },
  };
}

/** A hex nonce of 16 to 128 characters; null without one. @throws Problem for another form */
export function readNonce(request: Request): string | null {
  const nonce = request.headers.get("x-partner-nonce");
  if (nonce === null || nonce === "") return null;
  if (!/^[0-9a-fA-F]{16,128}$/.test(nonce))
    throw invalidPayload("X-Partner-Nonce", "must be 16 to 128 hex digits");
  return nonce;
}

/** @throws Problem if the header is missing, or is not 1 to 255 visible ASCII characters */
export function readIdempotencyKey(request: Request): string {
  const key = request.headers.get("idempotency-key");
  if (key === null || key === "") {
    throw new Problem("idempotency_key_required", "Send an Idempotency-Key, one for each intent.", {
      details: [{ field: "Idempotency-Key", message: "is required" }],
    });
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidPayload("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
  }
  return key;
}

/** The key that a nonce belongs to. Nonces are unique per key and sandbox; their number is limited per partner and mode. */
type NonceOwner = Pick<Extract<Actor, { kind: "partner" }>, "keyId" | "partner" | "mode" | "sandbox">;

/**
 * Nonces of refused requests, and of requests in progress. A refusal before the handler has no commit, so its nonce
 * is kept here in limited memory, until a restart.
 */
export class NonceMemory {
  /** By mode and partner: until when each nonce is kept, by its number, in order of expiry. */
  readonly #ofOwner = new Map<string, Map<number, number>>();
  readonly #numbers = new TextNumbers();
  #size = 0;

  constructor(
    private readonly clock: Clock,
    private readonly max = 200_000,
    /** Per partner, so that one partner's refused requests, under however many keys, leave room for others. */
    private readonly maxPerPartner = 20_000,
  ) {}

  /** False if the nonce is known. @throws Problem rate_limited if the memory is full */
  reserve(owner: NonceOwner, nonce: string): boolean {
    const now = this.clock.now();
    const [name, number] = [ownerName(owner), this.#numberOf(owner, nonce)];
    const until = this.#ofOwner.get(name)?.get(number);
    if (until !== undefined && until > now) return false;
    if (this.#isFull(name)) this.#forgetExpired(now);
    if (this.#isFull(name)) {
      throw new Problem("rate_limited", "Wait a minute: too many refused requests used up a nonce.", {
        headers: { "retry-after": "60" },
      });
    }
    this.#forget(name, number);
    const kept = this.#ofOwner.get(name) ?? new Map<number, number>();
    this.#ofOwner.set(name, kept.set(number, now + NONCE_WINDOW_MS));
    this.#size++;
    return true;
  }

  /** Called once the commit holds the nonce. */
  release(owner: NonceOwner, nonce: string): void {
    this.#forget(ownerName(owner), this.#numberOf(owner, nonce));
  }

  #numberOf({ keyId, sandbox }: NonceOwner, nonce: string): number {
    const owner = sandbox === null ? keyId : `${keyId} ${sandbox}`;
    return this.#numbers.of(`${owner} ${nonce.toLowerCase()}`);
  }

  #isFull(name: string): boolean {
    return this.#size >= this.max || (this.#ofOwner.get(name)?.size ?? 0) >= this.maxPerPartner;
  }

  #forget(name: string, number: number): void {
    if (this.#ofOwner.get(name)?.delete(number)) this.#size--;
  }

  #forgetExpired(now: number): void {
    for (const [name, kept] of this.#ofOwner)
      for (const [number, until] of kept) {
        if (until > now) break;
        this.#forget(name, number);
      }
  }
}

function ownerName({ mode, partner }: NonceOwner): string {
  return `${mode} ${partner}`;
}

/** @throws Problem if this nonce, known to be used, or this key belongs to a committed outcome */
export function refuseUsedNonce(
  store: MutationStore,
  sql: Sql,
  intent: Pick<Intent, "partnerId" | "payload"> & { idempotencyKey: string | null },
): never {
  const { idempotencyKey } = intent;
  const outcome = idempotencyKey === null ? null : store.findOutcome(sql, { ...intent, idempotencyKey });
  if (outcome?.first.isSame === true) throw replayOf(outcome);
  throw new Problem("replay_detected", "Send a new nonce; keep the Idempotency-Key, which names the intent.");
}

/** @throws Problem idempotency_replay or idempotency_conflict if the key was used */
export function refuseKnownKey(store: MutationStore, sql: Sql, intent: Intent): void {
  const outcome = store.findOutcome(sql, intent);
  if (outcome === null) return;
  throw outcome.first.isSame ? replayOf(outcome) : idempotencyConflict(outcome.first, intent.payload);
}

function replayOf({ body: text, first, status }: Outcome): Problem {
  const body: unknown = text === null ? null : JSON.parse(text);
  const original = { status, created_at_utc: isoUtc(first.createdAt), body };
  const lasting = text === null ? { ledger_entry_id: first.ledgerEntryId } : {};
  return new Problem(
    "idempotency_replay",
    "Nothing to do: this intent was carried out; original holds its answer.",
    { extra: { original: { ...original, ...lasting } }, headers: { "idempotency-replayed": "true" } },
  );
}

/** Uses up the nonce and checks that the intent is new, in its own transaction. */
export function beginIntent(store: MutationStore, tx: Tx, intent: Intent): void {
  const { keyId, nonce } = intent;
  const notBefore = tx.clockNow - NONCE_WINDOW_MS;
  if (nonce !== null && !store.takeNonce(tx, { keyId, nonce, notBefore })) refuseUsedNonce(store, tx, intent);
  refuseKnownKey(store, tx, intent);
}

/** Runs a handler's write. A refusal changes nothing, but its commit uses up the nonce (contract section 4). */
export function orKeepNonce<Answered>(store: MutationStore, intent: Intent, write: () => Answered): Answered {
  try {
    return write();
  } catch (error) {
    const { nonce, keyId } = intent;
    if (nonce === null || !(error instanceof Error)) throw error;
    const own = error instanceof RefuseButKeep ? error : null;
    throw new RefuseButKeep(own?.reason ?? error, (tx) => {
      own?.keep(tx);
      store.takeNonce(tx, { keyId, nonce, notBefore: tx.clockNow - NONCE_WINDOW_MS });
    });
  }
}

import { MINUTE_MS, utcDay } from "../../src/kit/clock.ts";
import { MAX_BALANCE_HUNDREDTHS } from "../../src/kit/money.ts";

/**
 * A simple model of the ledger (contract sections 3, 4 and 7) in plain maps, independent of the server's code, which a
 * simulation compares with the server.
 */

const NONCE_MS = 15 * MINUTE_MS;

export interface ModelUser {
  id: number;
  partner: string;
  status: "active" | "suspended";
  /** Hundredths, like all amounts here. */
  balance: number;
}

export interface ModelEntry {
  id: number;
  userId: number;
  delta: number;
  balanceAfter: number;
  keyId: string;
  createdAt: number;
}

export interface ModelKey {
  id: string;
  partner: string;
  secret: string;
  previous: { secret: string; until: number } | null;
  isDisabled: boolean;
  ceiling: number | null;
}

/** A credit or debit as a client sends it. */
export interface Mutation {
  kind: "credit" | "debit";
  keyId: string;
  secret: string;
  nonce: string;
  idempotencyKey: string;
  userId: number;
  /** Hundredths; 0 for an invalid amount. */
  amount: number;
}

export interface Verdict {
  status: number;
  error: string | null;
  /** The entry of a success or of a replay. */
  entry: ModelEntry | null;
  /** Whether a replay still returns the first answer's body. */
  hasBody?: boolean;
}

interface Intent {
  payload: string;
  entry: ModelEntry;
  isRecorded: boolean;
  at: number;
}

export class LedgerModel {
  readonly keys = new Map<string, ModelKey>();
  readonly users = new Map<number, ModelUser>();
  readonly entries: ModelEntry[] = [];
  isSafeMode = false;
  readonly #intents = new Map<string, Intent>();
  readonly #committedNonces = new Map<string, number>();
  #rememberedNonces = new Map<string, number>();
  readonly #dailyCredits = new Map<string, number>();

  /** Applies a mutation. @returns the expected answer */
  apply(mutation: Mutation, now: number): Verdict {
    const key = this.keys.get(mutation.keyId);
    const { secret } = mutation;
    const isRight =
      key !== undefined &&
      (secret === key.secret || (key.previous?.secret === secret && now < key.previous.until));
    if (!isRight) return refusal(401, "unauthorized");
    if (key.isDisabled) return refusal(403, "forbidden");
    const nonce = `${mutation.keyId} ${mutation.nonce}`;
    const intent = this.#intents.get(`${key.partner} ${mutation.idempotencyKey}`);
    const isSame = intent?.payload === payloadOf(mutation);
    const again = () => (isSame && intent ? replay(intent) : refusal(409, "replay_detected"));
    if ((this.#rememberedNonces.get(nonce) ?? 0) > now) return again();
    this.#rememberedNonces.set(nonce, now + NONCE_MS);
    const committed = this.#committedNonces.get(nonce);
    if (committed !== undefined && committed > now - NONCE_MS) return again();
    if (mutation.amount === 0) return refusal(400, "invalid_payload");
    if (intent !== undefined) return isSame ? replay(intent) : refusal(409, "idempotency_conflict");
    if (this.isSafeMode) return refusal(503, "safe_mode");
    this.#committedNonces.set(nonce, now);
    const verdict = this.#post(key, mutation, now);
    // The commit holds the nonce, even of a refusal.
    this.#rememberedNonces.delete(nonce);
    return verdict;
  }

  #post(key: ModelKey, mutation: Mutation, now: number): Verdict {
    const user = this.users.get(mutation.userId);
    if (user === undefined || user.partner !== key.partner) return refusal(404, "user_not_found");
    const isCredit = mutation.kind === "credit";
    const day = `${key.id} ${utcDay(now)}`;
    const credited = (this.#dailyCredits.get(day) ?? 0) + mutation.amount;
    if (isCredit && key.ceiling !== null && credited > key.ceiling) return refusal(409, "state_conflict");
    if (!isCredit && user.status === "suspended") return refusal(409, "state_conflict");
    const delta = isCredit ? mutation.amount : -mutation.amount;
    const balanceAfter = user.balance + delta;
    if (balanceAfter < 0) return refusal(409, "insufficient_balance");
    if (balanceAfter > MAX_BALANCE_HUNDREDTHS) return refusal(409, "state_conflict");
    if (isCredit) this.#dailyCredits.set(day, credited);
    user.balance = balanceAfter;
    const id = (this.entries.at(-1)?.id ?? 0) + 1;
    const entry = { id, userId: user.id, delta, balanceAfter, keyId: key.id, createdAt: now };
    this.entries.push(entry);
    const name = `${key.partner} ${mutation.idempotencyKey}`;
    this.#intents.set(name, { payload: payloadOf(mutation), entry, isRecorded: true, at: now });
    return { status: 200, error: null, entry };
  }

  /** Forgets uncommitted nonces, like a restart. */
  restart(): void {
    this.#rememberedNonces = new Map();
  }

  purge(noncesBefore: number, recordsBefore: number): void {
    for (const [nonce, at] of this.#committedNonces)
      if (quarterOf(at) < quarterOf(noncesBefore)) this.#committedNonces.delete(nonce);
    for (const intent of this.#intents.values()) if (intent.at < recordsBefore) intent.isRecorded = false;
  }
}

function quarterOf(at: number): number {
  return Math.floor(at / NONCE_MS);
}

function payloadOf({ kind, userId, amount }: Mutation): string {
  return `${kind} ${userId} ${amount}`;
}

function refusal(status: number, error: string): Verdict {
  return { status, error, entry: null };
}

function replay({ entry, isRecorded }: Intent): Verdict {
  return { status: 409, error: "idempotency_replay", entry, hasBody: isRecorded };
}

export type KeyMode = "live" | "sandbox";
export type Role = "viewer" | "operator" | "owner";

/** Who did it: passed down from the surface, kept in audit trail and ledger. */
export type Actor =
  | { kind: "partner"; keyId: string; partner: string; partnerId: number; mode: KeyMode; key: KeyFacts }
  | { kind: "operator"; name: string; role: Role; session: OperatorSession | null }
  | PlayerActor
  | { kind: "anonymous" }
  | { kind: "command"; name: string };

/** A player of the mini-app, by verified init data or a session. */
export interface PlayerActor {
  kind: "player";
  telegramId: number;
  /** Whether the caller is a demo player of development. */
  isDemo: boolean;
}

/** The sign-in that an operator came by; null for a bearer token. */
export interface OperatorSession {
  tokenHash: string;
  /** What this operator's forms carry, so that no other page can write them. */
  csrfToken: string;
}

export type OperatorActor = Extract<Actor, { kind: "operator" }>;
export type PartnerActor = Extract<Actor, { kind: "partner" }>;

/** What an operation may know of the key that called it; never its secret. */
export interface KeyFacts {
  scopes: readonly string[];
  domains: readonly string[];
  dailyCreditLimit: number | null;
  /** Unix milliseconds of the last change to the key. */
  updatedAt: number;
}

/** One intent of one partner: what nonce, idempotency key and payload say about a mutation (contract section 4). */
export interface Intent {
  keyId: string;
  partnerId: number;
  /** Lower-case hex; null in the sandbox, where it is optional. */
  nonce: string | null;
  idempotencyKey: string;
  /** SHA-256 over method, target and the exact body. */
  payloadHash: string;
}

import type { Payload } from "../payload.ts";

export type KeyMode = "live" | "sandbox";
export type Role = "viewer" | "operator" | "owner";

const RANK: Record<Role, number> = { viewer: 0, operator: 1, owner: 2 };

/** Whether a role may do what `least` may. */
export function hasRole(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least];
}

/** The author of an action: passed down from the surface, recorded in audit trail and ledger. */
export type Actor =
  | PartnerCaller
  | { kind: "operator"; name: string; role: Role; session: PageSession | null }
  | MemberActor
  | PlayerActor
  | { kind: "anonymous" }
  /** `user` is the account on the machine that ran a command; absent for the server's own work. */
  | { kind: "command"; name: string; user?: string }
  | { kind: "job"; name: string };

/** A partner's key. */
interface PartnerCaller {
  kind: "partner";
  keyId: string;
  partner: string;
  partnerId: number;
  mode: KeyMode;
  /** The named sandbox that the request is for; null for the partner's own sandbox, and for live keys. */
  sandbox: string | null;
  key: KeyFacts;
}

/** A player of the mini-app, by verified init data or a session. */
export interface PlayerActor {
  kind: "player";
  telegramId: number;
}

/** Somebody of a partner who opened the partner's own pages: a viewer reads, an operator changes. */
export interface MemberActor {
  kind: "member";
  /** Name in the audit trail. */
  name: string;
  role: Exclude<Role, "owner">;
  partner: string;
  partnerId: number;
  /** The key whose request made the session's link; null for an operator's link. */
  keyId: string | null;
  /** The operator who made the session's link; null for other links. */
  operator: string | null;
  /** The member who signed in; null in a session whose link named nobody. */
  memberId: number | null;
  /** Origin whose pages may embed the session's pages; null for none. */
  embedOrigin: string | null;
  session: PageSession;
}

/** The session in which pages are read; an operator with a bearer token has none. */
export interface PageSession {
  tokenHash: string;
  /** Token in the forms of this session's pages, which other pages cannot know. */
  csrfToken: string;
}

export type OperatorActor = Extract<Actor, { kind: "operator" }>;
export type PartnerActor = Extract<Actor, { kind: "partner" }>;

/** Facts about the calling key for operations; never its secret. */
export interface KeyFacts {
  scopes: readonly string[];
  domains: readonly string[];
  dailyCreditLimit: number | null;
  /** Unix milliseconds of the last change to the key. */
  updatedAt: number;
}

/** One intent of one partner: nonce, idempotency key and payload of a mutation (contract section 4). */
export interface Intent {
  keyId: string;
  partnerId: number;
  /** Lower-case hex; null if missing, as the sandbox allows. */
  nonce: string | null;
  idempotencyKey: string;
  payload: Payload;
}

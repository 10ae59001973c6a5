import type { Database } from "../../db/database.ts";
import type { Sql } from "../../db/sql.ts";
import { Problem } from "../../http/answers/problem.ts";
import type { MemberActor } from "../../http/operation.ts";
import {
  findKeyRow,
  findPartnerId,
  KEY_LISTS,
  type KeyRow,
  keyView,
  listPartnerKeys,
  parseKeyMode,
  type Scope,
} from "../access/keys/index.ts";
import { listMembers } from "./members/index.ts";
import { memberName } from "./sessions/index.ts";
import { readSettings } from "./settings/index.ts";

/** live.db with the live keys, and sandbox.db with the sandbox keys. */
export interface OwnFiles {
  live: Database;
  sandbox: Database;
}

export const KEYS_SHOWN = 200;

/** A partner's keys of both modes, live ones first. */
export function listOwnKeys({ live, sandbox }: OwnFiles, partner: string): KeyRow[] {
  return [live, sandbox].flatMap(({ read }) => listPartnerKeys(read, partner, KEYS_SHOWN));
}

/** The names under which a partner's requests and changes are recorded. */
export function ownNames(files: OwnFiles, partner: string): string[] {
  const id = findPartnerId(files.live.read, partner);
  const members = id === null ? [] : listMembers(files.live.read, id);
  return [
    ...listOwnKeys(files, partner).map(({ key_id }) => key_id),
    ...[null, ...members.map((member) => member.id)].map((each) => memberName(partner, each)),
  ];
}

/** The file that holds a key. */
export function fileOfKey({ live, sandbox }: OwnFiles, keyId: string): Database {
  return parseKeyMode(keyId) === "live" ? live : sandbox;
}

/** @throws Problem not_found, also for another partner's key */
export function requireOwnKey(sql: Sql, { partner }: MemberActor, keyId: string): KeyRow {
  const row = findKeyRow(sql, keyId);
  if (row === null || row.partner !== partner)
    throw new Problem("not_found", `Choose a key from the list: you have no key ${keyId}.`);
  return row;
}

/** Whether a session may give a key a new secret: the key behind the session has all of the key's scopes. */
export function mayManageKey(files: OwnFiles, { keyId, role }: MemberActor, row: KeyRow): boolean {
  if (role === "viewer") return false;
  if (keyId === null) return true;
  const own = findKeyRow(fileOfKey(files, keyId).read, keyId);
  return own !== null && keyView(row).scopes.every((scope) => keyView(own).scopes.includes(scope));
}

/** @throws Problem forbidden */
export function requireManageable(files: OwnFiles, actor: MemberActor, row: KeyRow): void {
  if (mayManageKey(files, actor, row)) return;
  throw new Problem(
    "forbidden",
    `Use a link that a key with the scopes of ${row.key_id} made: this session's key lacks some of them.`,
    { reason: "scope" },
  );
}

/** What a key that a session creates may have at most. */
export interface KeyBounds {
  scopes: readonly Scope[];
  /** The addresses must be within each of these lists; an empty one permits any. */
  ranges: readonly (readonly string[])[];
  /** Hundredths; null: no limit. */
  dailyCreditLimit: number | null;
  /** Null: the configured limit. */
  rateLimitPerMinute: number | null;
  maxKeys: number;
}

/** The partner's bounds, and those of the key behind the session: a link never gives more than its key. */
export function readBounds(files: OwnFiles, { keyId, partnerId }: MemberActor): KeyBounds {
  const { allowedIps, dailyCreditLimit, maxKeys, scopes } = readSettings(files.live.read, partnerId);
  const own = keyId === null ? null : findKeyRow(fileOfKey(files, keyId).read, keyId);
  if (own === null)
    return { scopes, ranges: [allowedIps], dailyCreditLimit, rateLimitPerMinute: null, maxKeys };
  const ownScopes = KEY_LISTS.scopes.read(own.scopes);
  return {
    scopes: scopes.filter((scope) => ownScopes.includes(scope)),
    ranges: [allowedIps, KEY_LISTS.allowedIps.read(own.allowed_ips)],
    dailyCreditLimit: lower(dailyCreditLimit, own.daily_credit_limit),
    rateLimitPerMinute: own.rate_limit_per_minute,
    maxKeys,
  };
}

function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

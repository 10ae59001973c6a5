import type { Database } from "../../db/database.ts";
import type { Sql } from "../../db/sql.ts";
import { Problem } from "../../http/answers/problem.ts";
import type { KeyMode, MemberActor } from "../../http/operation.ts";
import { isWithin } from "../../kit/network/addresses.ts";
import {
  findKeyRow,
  findPartnerId,
  KEY_LISTS,
  type KeyRow,
  listPartnerKeys,
  parseKeyMode,
  type Scope,
} from "../access/keys/index.ts";
import { listMembersEver } from "./members/index.ts";
import { findSessionKey, memberName } from "./sessions/index.ts";
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

/** The names under which a partner's requests and changes are recorded; of members, those not removed come first. */
export function ownNames(files: OwnFiles, partner: string): string[] {
  const id = findPartnerId(files.live.read, partner);
  const members = id === null ? [] : listMembersEver(files.live.read, id);
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

/** The data by which `mayManageKey` decides. */
export interface KeyContext {
  files: OwnFiles;
  /** Requests per minute of keys without a limit of their own; 0: no limit. */
  limits: () => Record<KeyMode, number>;
}

/** Whether a session may give a key a new secret: its own key, or one that permits nothing more than that. */
export function mayManageKey(context: KeyContext, { keyId, role }: MemberActor, row: KeyRow): boolean {
  if (role === "viewer") return false;
  if (keyId === null || keyId === row.key_id) return true;
  const own = findSessionKey(context.files, keyId);
  return own !== null && isWithinLimits(row, limitsOf(own), context.limits()[row.mode]);
}

/** @throws Problem forbidden */
export function requireManageable(context: KeyContext, actor: MemberActor, row: KeyRow): void {
  if (mayManageKey(context, actor, row)) return;
  throw new Problem(
    "forbidden",
    `Use a link that ${row.key_id} made, or a key with its scopes, addresses and limits: this session's key has less.`,
    { reason: "scope" },
  );
}

/** The upper limits of a key. */
interface KeyLimits {
  scopes: readonly Scope[];
  /** The addresses must be within each of these lists; an empty one permits any. */
  ranges: readonly (readonly string[])[];
  /** Hundredths; null: no limit. */
  dailyCreditLimit: number | null;
  /** Null: the configured limit; 0: no limit. */
  rateLimitPerMinute: number | null;
}

/** The upper limits of the keys that a session creates. */
export interface KeyBounds extends KeyLimits {
  maxKeys: number;
}

/** The partner's bounds, and those of the key behind the session: a link never gives more than its key. */
export function readBounds(files: OwnFiles, { keyId, partnerId }: MemberActor): KeyBounds {
  const { allowedIps, dailyCreditLimit, maxKeys, scopes } = readSettings(files.live.read, partnerId);
  const own = keyId === null ? null : findSessionKey(files, keyId);
  if (own === null)
    return { scopes, ranges: [allowedIps], dailyCreditLimit, rateLimitPerMinute: null, maxKeys };
  const limits = limitsOf(own);
  return {
    ...limits,
    scopes: scopes.filter((scope) => limits.scopes.includes(scope)),
    ranges: [allowedIps, ...limits.ranges],
    dailyCreditLimit: lower(dailyCreditLimit, limits.dailyCreditLimit),
    maxKeys,
  };
}

/** The first address that is not within a list of those permitted. */
export function findOutside(addresses: readonly string[], permitted: readonly string[]): string | undefined {
  return addresses.find((each) => !permitted.some((range) => isWithin(each, range)));
}

function limitsOf(row: KeyRow): KeyLimits {
  return {
    scopes: KEY_LISTS.scopes.read(row.scopes),
    ranges: [KEY_LISTS.allowedIps.read(row.allowed_ips)],
    dailyCreditLimit: row.daily_credit_limit,
    rateLimitPerMinute: row.rate_limit_per_minute,
  };
}

/** Whether a key gives nothing beyond limits. @param perMinute the configured limit; 0: none */
function isWithinLimits(row: KeyRow, limits: KeyLimits, perMinute: number): boolean {
  const { scopes, dailyCreditLimit, rateLimitPerMinute } = limitsOf(row);
  const addresses = KEY_LISTS.allowedIps.read(row.allowed_ips);
  const rate = (own: number | null) => (own ?? perMinute) || null;
  return (
    scopes.every((scope) => limits.scopes.includes(scope)) &&
    isAtMost(dailyCreditLimit, limits.dailyCreditLimit) &&
    isAtMost(rate(rateLimitPerMinute), rate(limits.rateLimitPerMinute)) &&
    limits.ranges.every(
      (permitted) =>
        permitted.length === 0 || (addresses.length > 0 && findOutside(addresses, permitted) === undefined),
    )
  );
}

/** @param limit null: no limit, as for the value */
function isAtMost(value: number | null, limit: number | null): boolean {
  return limit === null || (value !== null && value <= limit);
}

function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

import type { Tx } from "../../../db/sql.ts";
import type { Actor, KeyMode } from "../../../http/operation.ts";
import { HOUR_MS, isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { randomHex, randomSecret } from "../../../kit/ids.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { fromHundredths, MAX_BALANCE_HUNDREDTHS } from "../../../kit/money.ts";
import { isCidr } from "../../../kit/network/addresses.ts";
import { oldValues, recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { KEY_LISTS } from "./lists.ts";
import { SCOPES, type Scope } from "./scopes.ts";
import { ensurePartner, findKeyRow, insertKey, type KeyChange, type KeyRow, updateKey } from "./store.ts";

/** The change is not possible; the message says why. */
export class KeyError extends Error {}

export interface KeySettings {
  scopes: readonly Scope[];
  allowedIps: readonly string[];
  domains: readonly string[];
}

/** A key to create, with the keyring that seals its secret. */
interface NewKey {
  keyring: Keyring;
  partner: string;
  mode: KeyMode;
  settings: KeySettings;
}

/** A key with its secret, which cannot be read again. */
export interface IssuedKey {
  key_id: string;
  secret: string;
  partner: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  allowed_ips: readonly string[];
}

export interface RotatedKey extends IssuedKey {
  /** Until when the secret before this one is valid, ISO UTC. */
  previous_secret_expires_at: string;
}

const PARTNER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const PREVIOUS_SECRET_MS = 24 * HOUR_MS;

/** Creates a key, and its partner if new, in the file of its mode. @throws InvalidInput */
export function createKey(tx: Tx, actor: Actor, { keyring, partner, mode, settings }: NewKey): IssuedKey {
  if (!PARTNER_NAME.test(partner))
    throw new InvalidInput("partner", "must be 1 to 40 of a-z, 0-9 and -, not starting with -");
  requireSettings(settings);
  const keyId = `pk_${mode}_${randomHex(8, tx.random)}`;
  const secret = `sk_${mode}_${randomSecret(tx.random)}`;
  insertKey(tx, {
    key_id: keyId,
    partner_id: ensurePartner(tx, partner),
    mode,
    secret_sealed: keyring.seal(secret, keyId),
    scopes: KEY_LISTS.scopes.write(settings.scopes),
    allowed_ips: KEY_LISTS.allowedIps.write(settings.allowedIps),
    domains: KEY_LISTS.domains.write(settings.domains),
    rate_limit_per_minute: null,
    daily_credit_limit: null,
  });
  recordAudit(tx, actor, { action: "key.create", subject: keyId, details: { partner, mode, ...settings } });
  return { key_id: keyId, secret, partner, mode, scopes: settings.scopes, allowed_ips: settings.allowedIps };
}

/** Gives a key a new secret; the old one stays valid for 24 h at most. @throws KeyError */
export function rotateKey(
  tx: Tx,
  actor: Actor,
  { keyring, keyId }: { keyring: Keyring; keyId: string },
): RotatedKey {
  const row = requireKey(tx, keyId);
  const secret = `sk_${row.mode}_${randomSecret(tx.random)}`;
  const previousUntil = tx.now + PREVIOUS_SECRET_MS;
  updateKey(tx, keyId, {
    secret_sealed: keyring.seal(secret, keyId),
    previous_secret_sealed: row.secret_sealed,
    previous_secret_expires_at: previousUntil,
  });
  recordAudit(tx, actor, {
    action: "key.rotate",
    subject: keyId,
    details: { previous_valid_until: isoUtc(previousUntil) },
  });
  const view = keyView(row);
  return {
    key_id: keyId,
    secret,
    partner: row.partner,
    mode: row.mode,
    scopes: view.scopes,
    allowed_ips: view.allowed_ips,
    previous_secret_expires_at: isoUtc(previousUntil),
  };
}

export function setKeyStatus(
  tx: Tx,
  actor: Actor,
  { keyId, status }: { keyId: string; status: "active" | "disabled" },
): void {
  requireKey(tx, keyId);
  updateKey(tx, keyId, { status });
  recordAudit(tx, actor, {
    action: status === "active" ? "key.enable" : "key.disable",
    subject: keyId,
    details: {},
  });
}

export interface KeyAdjustments extends Partial<KeySettings> {
  /** Null: back to the configured limit. */
  rateLimitPerMinute?: number | null;
  /** Hundredths; null: no limit. */
  dailyCreditLimit?: number | null;
}

/** What `adjustKey` changes, as stored. */
export function storedSettings(row: KeyRow): object {
  const { scopes, allowed_ips, domains, rate_limit_per_minute, daily_credit_limit } = row;
  return { scopes, allowed_ips, domains, rate_limit_per_minute, daily_credit_limit };
}

/** Changes the given fields of a key, at least one. @throws KeyError, InvalidInput */
export function adjustKey(
  tx: Tx,
  actor: Actor,
  { keyId, ...adjustments }: KeyAdjustments & { keyId: string },
): void {
  const before = requireKey(tx, keyId);
  requireSettings(adjustments);
  const change: KeyChange = {};
  if (adjustments.scopes !== undefined) change.scopes = KEY_LISTS.scopes.write(adjustments.scopes);
  if (adjustments.allowedIps !== undefined)
    change.allowed_ips = KEY_LISTS.allowedIps.write(adjustments.allowedIps);
  if (adjustments.domains !== undefined) change.domains = KEY_LISTS.domains.write(adjustments.domains);
  if (adjustments.rateLimitPerMinute !== undefined)
    change.rate_limit_per_minute = adjustments.rateLimitPerMinute;
  if (adjustments.dailyCreditLimit !== undefined) change.daily_credit_limit = adjustments.dailyCreditLimit;
  updateKey(tx, keyId, change);
  recordAudit(tx, actor, {
    action: "key.set",
    subject: keyId,
    details: { ...adjustments, ...oldValues(settingsOf(before), adjustments) },
  });
}

/** The settings of a key under the names of `KeyAdjustments`. */
function settingsOf(row: KeyRow): Record<keyof KeyAdjustments, unknown> {
  return {
    scopes: KEY_LISTS.scopes.read(row.scopes),
    allowedIps: KEY_LISTS.allowedIps.read(row.allowed_ips),
    domains: KEY_LISTS.domains.read(row.domains),
    rateLimitPerMinute: row.rate_limit_per_minute,
    dailyCreditLimit: row.daily_credit_limit,
  };
}

/** @throws KeyError if this file has no such key. */
export function requireKey(tx: Tx, keyId: string): KeyRow {
  const row = findKeyRow(tx, keyId);
  if (row === null) throw new KeyError(`no key ${keyId}; see: salute keys list`);
  return row;
}

/** @throws InvalidInput naming the first field that no key can have */
export function requireSettings(settings: KeyAdjustments): void {
  const scope = settings.scopes?.find((each) => !SCOPES.includes(each));
  if (scope !== undefined)
    throw new InvalidInput("scopes", `must be of ${SCOPES.join(", ")}; ${scope} is not`);
  if ((settings.dailyCreditLimit ?? 0) > MAX_BALANCE_HUNDREDTHS) {
    const most = fromHundredths(MAX_BALANCE_HUNDREDTHS);
    throw new InvalidInput("daily_credit_limit", `must be at most ${most} salutes`);
  }
  const address = settings.allowedIps?.find((each) => !isCidr(each));
  if (address !== undefined)
    throw new InvalidInput("allowed_ips", `must be IP addresses or CIDR ranges; ${address} is neither`);
  const domain = settings.domains?.find((each) => !/^[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(each));
  if (domain !== undefined)
    throw new InvalidInput(
      "domains",
      `must be lower-case host names, with a port or without; ${domain} is not`,
    );
}

/** A key as shown in lists, without its secret. */
export function keyView(row: KeyRow) {
  return {
    key_id: row.key_id,
    partner: row.partner,
    mode: row.mode,
    status: row.status,
    scopes: KEY_LISTS.scopes.read(row.scopes),
    allowed_ips: KEY_LISTS.allowedIps.read(row.allowed_ips),
    domains: KEY_LISTS.domains.read(row.domains),
    rate_limit_per_minute: row.rate_limit_per_minute,
    daily_credit_limit: row.daily_credit_limit === null ? null : fromHundredths(row.daily_credit_limit),
    previous_secret_expires_at: isoUtcOrNull(row.previous_secret_expires_at),
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}

import { SANDBOX_PARTNER_ID } from "../../../db/files.ts";
import type { Reader } from "../../../db/reader.ts";
import type { FindKey, PartnerKey } from "../../../http/access/partner-auth.ts";
import type { KeyMode } from "../../../http/operation.ts";
import { createAddressSet } from "../../../kit/network/addresses.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { KEY_LISTS } from "./lists.ts";
import { findKeyRevision, findKeyRow, type KeyRow } from "./store.ts";

const MAX_REMEMBERED = 10_000;

/** The mode that a key id names; the key itself is not looked up. */
export function parseKeyMode(keyId: string): KeyMode {
  return keyId.startsWith("pk_sandbox_") ? "sandbox" : "live";
}

interface CachedKey {
  key: PartnerKey;
  revision: number;
  /** The snapshot in which the revision was last read. */
  snapshot: number | null;
}

/**
 * Finds keys by the form of their id, in live.db or sandbox.db, and caches them opened. The key's revision is read in
 * each snapshot, so a command's change takes effect with the next request.
 */
export function createKeyFinder(live: Reader, sandbox: Reader, keyring: Keyring): FindKey {
  const remembered = new Map<string, CachedKey>();
  return (keyId) => {
    const sql = keyId.startsWith("pk_live_") ? live : keyId.startsWith("pk_sandbox_") ? sandbox : null;
    if (sql === null) return null;
    const known = remembered.get(keyId);
    if (known !== undefined && known.snapshot !== null && known.snapshot === sql.snapshot) return known.key;
    const revision = findKeyRevision(sql, keyId);
    if (revision === null) return null;
    if (known?.revision === revision) {
      known.snapshot = sql.snapshot;
      return known.key;
    }
    const row = findKeyRow(sql, keyId);
    if (row === null) return null;
    const key = openKey(row, keyring);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(keyId, { key, revision: row.revision, snapshot: sql.snapshot });
    return key;
  };
}

function openKey(row: KeyRow, keyring: Keyring): PartnerKey {
  const previous = row.previous_secret_sealed;
  return {
    keyId: row.key_id,
    partner: row.partner,
    partnerId: row.mode === "sandbox" ? SANDBOX_PARTNER_ID : row.partner_id,
    mode: row.mode,
    disabled: row.status === "disabled",
    secret: keyring.unseal(row.secret_sealed, row.key_id),
    previousSecret: previous === null ? null : keyring.unseal(previous, row.key_id),
    previousSecretExpiresAt: row.previous_secret_expires_at ?? 0,
    allowedAddresses: createAddressSet(KEY_LISTS.allowedIps.read(row.allowed_ips)),
    rateLimitPerMinute: row.rate_limit_per_minute,
    scopes: KEY_LISTS.scopes.read(row.scopes),
    domains: KEY_LISTS.domains.read(row.domains),
    dailyCreditLimit: row.daily_credit_limit,
    updatedAt: row.updated_at,
  };
}

import type { Sql } from "../../../db/sql.ts";
import {
  findKeyRow,
  KEY_LISTS,
  type KeyRow,
  listPartnerKeys,
  parseKeyMode,
  type Scope,
} from "../../access/keys/index.ts";
import { readSettings } from "../settings/index.ts";

/** The files that hold keys. */
export interface KeyFiles {
  live: { read: Sql };
  sandbox: { read: Sql };
}

const KEYS_EXAMINED = 1_000;

/**
 * Whether a link or a session still counts, of a partner whose portal is enabled: a key's as long as the key is active,
 * an operator's as long as the partner has an active key.
 */
export function isStanding(
  files: KeyFiles,
  { key_id, partner, partner_id }: { key_id: string | null; partner: string; partner_id: number },
): boolean {
  if (!readSettings(files.live.read, partner_id).isEnabled) return false;
  if (key_id === null) return hasActiveKey(files, partner);
  return findSessionKey(files, key_id)?.status === "active";
}

/** The key behind a link or a session. */
export function findSessionKey({ live, sandbox }: KeyFiles, keyId: string): KeyRow | null {
  const { read } = parseKeyMode(keyId) === "live" ? live : sandbox;
  return findKeyRow(read, keyId);
}

/** Whether a session may read what the API gives to keys with a scope. @param keyId null: no key bounds the session */
export function hasScope(files: KeyFiles, keyId: string | null, scope: Scope): boolean {
  if (keyId === null) return true;
  const key = findSessionKey(files, keyId);
  return key !== null && KEY_LISTS.scopes.read(key.scopes).includes(scope);
}

/** Whether the partner has an active key in any of the files. */
export function hasActiveKey({ live, sandbox }: KeyFiles, partner: string): boolean {
  return [live, sandbox].some(({ read }) =>
    listPartnerKeys(read, partner, KEYS_EXAMINED).some(({ status }) => status === "active"),
  );
}

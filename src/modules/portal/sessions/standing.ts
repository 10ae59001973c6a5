import type { Sql } from "../../../db/sql.ts";
import { findKeyRow, listPartnerKeys, parseKeyMode } from "../../access/keys/index.ts";
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
  const { live, sandbox } = files;
  if (!readSettings(live.read, partner_id).isEnabled) return false;
  if (key_id === null) return hasActiveKey(files, partner);
  const { read } = parseKeyMode(key_id) === "live" ? live : sandbox;
  return findKeyRow(read, key_id)?.status === "active";
}

/** Whether the partner has an active key in any of the files. */
export function hasActiveKey({ live, sandbox }: KeyFiles, partner: string): boolean {
  return [live, sandbox].some(({ read }) =>
    listPartnerKeys(read, partner, KEYS_EXAMINED).some(({ status }) => status === "active"),
  );
}

import type { Sql } from "../../../db/sql.ts";
import { findKeyRow, keyModeOf, listKeysOf } from "../../access/keys/index.ts";

/** The files that hold keys. */
export interface KeyFiles {
  live: { read: Sql };
  sandbox: { read: Sql };
}

const KEYS_EXAMINED = 1_000;

/**
 * Whether a link or a session still counts: a key's as long as the key is active, an operator's as long as the partner
 * has an active key.
 */
export function isStanding(
  { live, sandbox }: KeyFiles,
  { key_id, partner }: { key_id: string | null; partner: string },
): boolean {
  if (key_id === null)
    return [live, sandbox].some(({ read }) =>
      listKeysOf(read, partner, KEYS_EXAMINED).some(({ status }) => status === "active"),
    );
  const { read } = keyModeOf(key_id) === "live" ? live : sandbox;
  return findKeyRow(read, key_id)?.status === "active";
}

import type { Sql, Tx } from "../../../../db/sql.ts";
import type { Actor } from "../../../../http/operation.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../../kit/ids.ts";
import { InvalidInput } from "../../../../kit/invalid-input.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { findTokenByName, insertToken, listTokenRows, revokeTokenRow, type TokenRow } from "../store.ts";

/** The change of a track token is not possible; the message says why. */
export class TrackTokenError extends Error {}

function view({ id, name, created_at, revoked_at }: TokenRow) {
  return { id, name, created_at: isoUtc(created_at), revoked_at: isoUtcOrNull(revoked_at) };
}

/**
 * Creates a bearer token for reporting events; it is returned once and stored as a hash. @throws InvalidInput for a
 * malformed name, TrackTokenError for a taken one
 */
export function createTrackToken(tx: Tx, actor: Actor, name: string) {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(name))
    throw new InvalidInput("name", "must be 1 to 40 of A-Z a-z 0-9 . _ -, starting with a letter or digit");
  if (findTokenByName(tx, name) !== null)
    throw new TrackTokenError(`there is already a token ${name}; revoke it, or choose another name`);
  const token = `trk_${randomSecret(tx.random)}`;
  const row = insertToken(tx, name, sha256Hex(token));
  recordAudit(tx, actor, { action: "track_token.create", subject: name, details: {} });
  return { ...view(row), token };
}

/** Every token, newest first, without the token itself. */
export function listTrackTokens(sql: Sql) {
  return listTokenRows(sql).map(view);
}

/** Revokes a token. @throws TrackTokenError if no active token has this name */
export function revokeTrackToken(tx: Tx, actor: Actor, name: string) {
  const row = findTokenByName(tx, name);
  if (row === null) throw new TrackTokenError(`no active token ${name}; see: salute track-tokens list`);
  revokeTokenRow(tx, row.id);
  recordAudit(tx, actor, { action: "track_token.revoke", subject: name, details: {} });
  return view({ ...row, revoked_at: tx.now });
}

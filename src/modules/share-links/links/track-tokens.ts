import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { sha256Hex } from "../../../kit/seal.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { findTokenByName, insertToken, listTokenRows, revokeTokenRow, type TokenRow } from "./store.ts";

/** What was asked of a track token cannot be done; the message says why. */
export class TrackTokenError extends Error {}

function view({ id, name, created_at, revoked_at }: TokenRow) {
  return { id, name, created_at: isoUtc(created_at), revoked_at: isoUtcOrNull(revoked_at) };
}

/** Makes a bearer token for reporting events; it is returned once and kept as a hash. @throws TrackTokenError */
export function createTrackToken(tx: Tx, actor: Actor, name: string) {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(name))
    throw new TrackTokenError("--name: 1 to 40 of A-Z a-z 0-9 . _ -, starting with a letter or digit");
  if (findTokenByName(tx, name) !== null)
    throw new TrackTokenError(`there is a token ${name} already; revoke it, or choose another name`);
  const token = `trk_${randomSecret(tx.random)}`;
  const row = insertToken(tx, name, sha256Hex(token));
  recordAudit(tx, actor, "track_token.create", name, {});
  return { ...view(row), token };
}

/** Every token, newest first, never the token itself. */
export function listTrackTokens(sql: Sql) {
  return listTokenRows(sql).map(view);
}

/** Refuses a token from now on. @throws TrackTokenError where none of this name admits */
export function revokeTrackToken(tx: Tx, actor: Actor, name: string) {
  const row = findTokenByName(tx, name);
  if (row === null) throw new TrackTokenError(`no token ${name} that admits; see: salute track-tokens list`);
  revokeTokenRow(tx, row.id);
  recordAudit(tx, actor, "track_token.revoke", name, {});
  return view({ ...row, revoked_at: tx.now });
}

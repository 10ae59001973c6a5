import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type {
  audioShareEventDays,
  audioShareKeys,
  audioShareLinks,
  audioShareTrackTokens,
} from "../../../db/tables/audio-share.ts";

export type LinkRow = Pick<
  RowOf<typeof audioShareLinks>,
  | "id"
  | "code"
  | "destination"
  | "kind"
  | "title"
  | "description"
  | "kid"
  | "created_at"
  | "expires_at"
  | "revoked_at"
  | "revoked_by"
  | "revoked_reason"
  | "landing"
  | "stats_hash"
  | "edited_at"
>;

const LINK = `id, code, destination, kind, title, description, kid, created_at, expires_at, revoked_at, revoked_by,
  revoked_reason, landing, stats_hash, edited_at`;

export function findLinkByCode(sql: Sql, code: string): LinkRow | null {
  return sql.get<LinkRow>(`SELECT ${LINK} FROM audio_share_links WHERE code = ?`, code);
}

/** The columns needed to follow a link: a third of all, in two thirds of the time. */
export type FollowedLink = Pick<
  LinkRow,
  "id" | "destination" | "kid" | "expires_at" | "revoked_at" | "landing" | "stats_hash"
>;

export function findFollowedLink(sql: Sql, code: string): FollowedLink | null {
  return sql.get<FollowedLink>(
    "SELECT id, destination, kid, expires_at, revoked_at, landing, stats_hash FROM audio_share_links WHERE code = ?",
    code,
  );
}

/** The newest active link of an equal request. */
export function findLinkByRequest(sql: Sql, requestHash: string, now: number): LinkRow | null {
  return sql.get<LinkRow>(
    `SELECT ${LINK} FROM audio_share_links WHERE request_hash = ? AND expires_at > ? AND revoked_at IS NULL
       ORDER BY expires_at DESC LIMIT 1`,
    requestHash,
    now,
  );
}

/** The link whose statistics have a secret with this hash. */
export function findLinkByStats(sql: Sql, statsHash: string): LinkRow | null {
  return sql.get<LinkRow>(`SELECT ${LINK} FROM audio_share_links WHERE stats_hash = ?`, statsHash);
}

/** Equal requests no longer find the link, because its destination is another one now. */
export function setDestination(tx: Tx, id: number, destination: string): void {
  tx.run(
    "UPDATE audio_share_links SET destination = ?, edited_at = ?, request_hash = ? WHERE id = ?",
    destination,
    tx.now,
    `edited ${id}`,
    id,
  );
}

export type NewLink = Pick<
  LinkRow,
  "code" | "destination" | "kind" | "title" | "description" | "kid" | "expires_at" | "landing" | "stats_hash"
> & { request_hash: string };

/** Null if the code is taken. */
export function insertLink(tx: Tx, link: NewLink): LinkRow | null {
  return tx.get<LinkRow>(
    `INSERT INTO audio_share_links
       (code, destination, kind, title, description, kid, request_hash, created_at, expires_at, landing,
        stats_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO NOTHING RETURNING ${LINK}`,
    link.code,
    link.destination,
    link.kind,
    link.title,
    link.description,
    link.kid,
    link.request_hash,
    tx.now,
    link.expires_at,
    link.landing,
    link.stats_hash,
  );
}

export function setRevocation(tx: Tx, id: number, { by, reason }: { by: string; reason: string }): void {
  tx.run(
    "UPDATE audio_share_links SET revoked_at = ?, revoked_by = ?, revoked_reason = ? WHERE id = ?",
    tx.now,
    by,
    reason,
    id,
  );
}

/** Newest first; only ids below `below` if given. */
export function listLinkRows(sql: Sql, limit: number, below: number | null): LinkRow[] {
  return sql.all<LinkRow>(
    `SELECT ${LINK} FROM audio_share_links WHERE id < ? ORDER BY id DESC LIMIT ?`,
    below ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
}

/** Last revoked first. */
export function listRevokedRows(sql: Sql, limit: number): LinkRow[] {
  return sql.all<LinkRow>(
    `SELECT ${LINK} FROM audio_share_links WHERE revoked_at IS NOT NULL ORDER BY revoked_at DESC, id DESC LIMIT ?`,
    limit,
  );
}

export function findSealedKey(sql: Sql, kid: string): string | null {
  return (
    sql.get<Pick<RowOf<typeof audioShareKeys>, "key_sealed">>(
      "SELECT key_sealed FROM audio_share_keys WHERE kid = ?",
      kid,
    )?.key_sealed ?? null
  );
}

export function insertKey(tx: Tx, kid: string, sealed: string): void {
  tx.run("INSERT INTO audio_share_keys (kid, key_sealed, created_at) VALUES (?, ?, ?)", kid, sealed, tx.now);
}

export interface EventTotal extends Pick<RowOf<typeof audioShareEventDays>, "event_type"> {
  events: number;
}

export function sumEventsSince(sql: Sql, day: number): EventTotal[] {
  return sql.all<EventTotal>(
    `SELECT event_type, SUM(events) AS events FROM audio_share_event_days WHERE day >= ?
       GROUP BY event_type ORDER BY events DESC, event_type`,
    day,
  );
}

export type TokenRow = Pick<RowOf<typeof audioShareTrackTokens>, "id" | "name" | "created_at" | "revoked_at">;

export function insertToken(tx: Tx, name: string, hash: string): TokenRow {
  return tx.one<TokenRow>(
    `INSERT INTO audio_share_track_tokens (name, token_hash, created_at) VALUES (?, ?, ?)
       RETURNING id, name, created_at, revoked_at`,
    name,
    hash,
    tx.now,
  );
}

/** Newest first, including revoked ones. */
export function listTokenRows(sql: Sql): TokenRow[] {
  return sql.all<TokenRow>(
    "SELECT id, name, created_at, revoked_at FROM audio_share_track_tokens ORDER BY id DESC",
  );
}

/** The active token with this name. */
export function findTokenByName(sql: Sql, name: string): TokenRow | null {
  return sql.get<TokenRow>(
    "SELECT id, name, created_at, revoked_at FROM audio_share_track_tokens WHERE name = ? AND revoked_at IS NULL",
    name,
  );
}

export function admitsToken(sql: Sql, hash: string): boolean {
  return (
    sql.get("SELECT 1 FROM audio_share_track_tokens WHERE token_hash = ? AND revoked_at IS NULL", hash) !==
    null
  );
}

export function revokeTokenRow(tx: Tx, id: number): void {
  tx.run("UPDATE audio_share_track_tokens SET revoked_at = ? WHERE id = ?", tx.now, id);
}

/**
 * Deletes the clicks of links that expired before a time, then those links, up to `chunk` per call. Returns how many.
 */
export function purgeLinks(tx: Tx, expiredBefore: number, chunk: number): number {
  const clicks = tx.run(
    `DELETE FROM audio_share_clicks WHERE (link_id, day, channel) IN (
       SELECT link_id, day, channel FROM audio_share_links JOIN audio_share_clicks ON link_id = id
         WHERE expires_at < ? LIMIT ?)`,
    expiredBefore,
    chunk,
  ).changes;
  if (clicks > 0) return clicks;
  const sources = tx.run(
    `DELETE FROM audio_share_sources WHERE (link_id, day, dimension, value) IN (
       SELECT link_id, day, dimension, value FROM audio_share_links JOIN audio_share_sources ON link_id = id
         WHERE expires_at < ? LIMIT ?)`,
    expiredBefore,
    chunk,
  ).changes;
  if (sources > 0) return sources;
  return tx.run("DELETE FROM audio_share_links WHERE expires_at < ? LIMIT ?", expiredBefore, chunk).changes;
}

/** Deletes signing keys that no link needs any more and that were created before a time. */
export function purgeKeys(tx: Tx, createdBefore: number, chunk: number): number {
  return tx.run(
    `DELETE FROM audio_share_keys WHERE kid IN (
       SELECT kid FROM audio_share_keys WHERE created_at < ?
         AND NOT EXISTS (SELECT 1 FROM audio_share_links WHERE audio_share_links.kid = audio_share_keys.kid) LIMIT ?)`,
    createdBefore,
    chunk,
  ).changes;
}

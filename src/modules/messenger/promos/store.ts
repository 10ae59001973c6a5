import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { promos } from "../../../db/tables/messenger/missions.ts";

export type PromoRow = RowOf<typeof promos>;

/** The columns that operators define; amounts in storage units. */
export type PromoDefinition = Pick<
  PromoRow,
  | "code"
  | "title"
  | "reward_kind"
  | "reward_amount"
  | "max_claims"
  | "audience"
  | "starts_at"
  | "ends_at"
  | "enabled"
>;

/** The code without case, as stored for lookups. */
export function foldedCode(code: string): string {
  return code.toLowerCase();
}

export function findPromo(sql: Sql, code: string): PromoRow | null {
  return sql.get<PromoRow>("SELECT * FROM promos WHERE code_folded = ?", foldedCode(code));
}

/** Newest first. */
export function listPromos(
  sql: Sql,
  { includesDisabled, limit, offset = 0 }: { includesDisabled: boolean; limit: number; offset?: number },
): PromoRow[] {
  return sql.all<PromoRow>(
    `SELECT * FROM promos WHERE enabled >= ? ORDER BY id DESC LIMIT ? OFFSET ?`,
    includesDisabled ? 0 : 1,
    limit,
    offset,
  );
}

export function countPromos(sql: Sql): number {
  return sql.get<{ count: number }>("SELECT count(*) AS count FROM promos")?.count ?? 0;
}

/** Inserts a promo, or writes its next revision. */
export function upsertPromo(tx: Tx, promo: PromoDefinition): void {
  tx.run(
    `INSERT INTO promos (code, code_folded, revision, title, reward_kind, reward_amount, max_claims, claims, audience,
       starts_at, ends_at, enabled, created_at, updated_at) VALUES (?, ?, 1, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (code_folded) DO UPDATE SET code = excluded.code, title = excluded.title,
       reward_kind = excluded.reward_kind, reward_amount = excluded.reward_amount, max_claims = excluded.max_claims,
       audience = excluded.audience, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
       enabled = excluded.enabled, revision = revision + 1, updated_at = excluded.updated_at`,
    promo.code,
    foldedCode(promo.code),
    promo.title,
    promo.reward_kind,
    promo.reward_amount,
    promo.max_claims,
    promo.audience,
    promo.starts_at,
    promo.ends_at,
    promo.enabled,
    tx.now,
    tx.now,
  );
}

/** Uses one claim. Returns false if none is left. */
export function consumeClaim(tx: Tx, promoId: number): boolean {
  return (
    tx.run(
      "UPDATE promos SET claims = claims + 1 WHERE id = ? AND (max_claims IS NULL OR claims < max_claims)",
      promoId,
    ).changes === 1
  );
}

export function hasClaimed(sql: Sql, promoId: number, playerId: number): boolean {
  return (
    sql.get("SELECT 1 AS found FROM promo_claims WHERE promo_id = ? AND player_id = ?", promoId, playerId) !==
    null
  );
}

/** Returns the claim's id. */
export function insertClaim(tx: Tx, promo: PromoRow, playerId: number): number {
  return tx.run(
    "INSERT INTO promo_claims (promo_id, player_id, reward_kind, reward_amount, created_at) VALUES (?, ?, ?, ?, ?)",
    promo.id,
    playerId,
    promo.reward_kind,
    promo.reward_amount,
    tx.now,
  ).lastInsertRowid;
}

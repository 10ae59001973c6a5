import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { lookupKeys } from "../../../db/tables/claims.ts";

export function findLookupKey(sql: Sql, name: string): string | null {
  return (
    sql.get<Pick<RowOf<typeof lookupKeys>, "key_sealed">>(
      "SELECT key_sealed FROM lookup_keys WHERE name = ?",
      name,
    )?.key_sealed ?? null
  );
}

export function insertLookupKey(tx: Tx, name: string, sealed: string): void {
  tx.run("INSERT INTO lookup_keys (name, key_sealed, created_at) VALUES (?, ?, ?)", name, sealed, tx.now);
}

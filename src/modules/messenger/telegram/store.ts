import type { Sql, Tx } from "../../../db/sql.ts";

export interface DemoBotRow {
  name: string;
  token_sealed: string;
  webhook_secret_sealed: string;
}

export function findDemoBot(sql: Sql): DemoBotRow | null {
  return sql.get<DemoBotRow>("SELECT name, token_sealed, webhook_secret_sealed FROM messenger_bot");
}

export function insertDemoBot(tx: Tx, row: DemoBotRow): DemoBotRow {
  tx.run(
    "INSERT INTO messenger_bot (name, token_sealed, webhook_secret_sealed, created_at) VALUES (?, ?, ?, ?)",
    row.name,
    row.token_sealed,
    row.webhook_secret_sealed,
    tx.now,
  );
  return row;
}

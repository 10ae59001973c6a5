import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerBot } from "../../../db/tables/messenger/bot.ts";

export type DemoBotRow = Pick<RowOf<typeof messengerBot>, "name" | "token_sealed" | "webhook_secret_sealed">;

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

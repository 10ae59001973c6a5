import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { holderLabels } from "../../../db/tables/movements.ts";

export type LabelRow = RowOf<typeof holderLabels>;

const MAX_LABELS = 5_000;

/** All labels with the removed ones, by address. */
export function listLabels(sql: Sql): LabelRow[] {
  return sql.all<LabelRow>(
    "SELECT address, kind, text, set_at FROM holder_labels ORDER BY address LIMIT ?",
    MAX_LABELS,
  );
}

export function upsertLabel(tx: Tx, { address, kind, text }: Omit<LabelRow, "set_at">): void {
  tx.run(
    `INSERT INTO holder_labels (address, kind, text, set_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (address) DO UPDATE SET kind = excluded.kind, text = excluded.text, set_at = excluded.set_at`,
    address,
    kind,
    text,
    tx.now,
  );
}

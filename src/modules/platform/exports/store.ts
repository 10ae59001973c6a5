import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { exportUsage } from "../../../db/tables/exports.ts";
import { DAY_MS } from "../../../kit/clock.ts";

/** Who downloaded it: an operator, or the bearer of a single-use download token that an operator requested. */
export const EXPORT_SOURCES = ["export", "token"] as const;
export type ExportSource = (typeof EXPORT_SOURCES)[number];

/** One download of an export. */
export type ExportUse = Pick<
  RowOf<typeof exportUsage>,
  "operator" | "export" | "format" | "source" | "rows" | "bytes"
>;

/** Equal downloads of one UTC day. */
export interface ExportUsageRow extends ExportUse, Pick<RowOf<typeof exportUsage>, "day"> {
  count: number;
}

export function addExportUse(tx: Tx, use: ExportUse): void {
  tx.run(
    `INSERT INTO export_usage (day, operator, export, format, source, downloads, rows, bytes)
       VALUES (?, ?, ?, ?, ?, 1, ?, ?)
       ON CONFLICT (day, operator, export, format, source) DO UPDATE SET
         downloads = downloads + 1, rows = rows + excluded.rows, bytes = bytes + excluded.bytes`,
    Math.floor(tx.now / DAY_MS),
    use.operator,
    use.export,
    use.format,
    use.source,
    use.rows,
    use.bytes,
  );
}

/** Downloads from a day on, newest day first; of one source, or of both if null. */
export function listExportUsage(sql: Sql, fromDay: number, source: ExportSource | null): ExportUsageRow[] {
  return sql.all<ExportUsageRow>(
    `SELECT day, operator, export, format, source, downloads AS count, rows, bytes FROM export_usage
       WHERE day >= ? AND (? IS NULL OR source = ?) ORDER BY day DESC, export, format, operator, source`,
    fromDay,
    source,
    source,
  );
}

/** Deletes downloads before a day, up to `chunk` per call. Returns how many rows. */
export function purgeExportUsage(tx: Tx, beforeDay: number, chunk: number): number {
  return tx.run("DELETE FROM export_usage WHERE day < ? LIMIT ?", beforeDay, chunk).changes;
}

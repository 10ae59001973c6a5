import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { audioShareSources } from "../../../../db/tables/audio-share.ts";

/** Visits of a link by one origin, in one UTC day. */
export type SourceCell = RowOf<typeof audioShareSources>;

export type Dimension = SourceCell["dimension"];

/** Values per link, UTC day and dimension that are told apart; further ones count as `other`. */
const MAX_VALUES = 50;
const OTHER = "other";

/** Adds cells to the stored ones. */
export function addSources(tx: Tx, cells: readonly SourceCell[]): void {
  for (const cell of cells) {
    const { link_id, day, dimension, visits } = cell;
    const value = isKnown(tx, cell) || countValues(tx, cell) < MAX_VALUES ? cell.value : OTHER;
    tx.run(
      `INSERT INTO audio_share_sources (link_id, day, dimension, value, visits) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (link_id, day, dimension, value) DO UPDATE SET visits = visits + excluded.visits`,
      link_id,
      day,
      dimension,
      value,
      visits,
    );
  }
}

function isKnown(sql: Sql, { link_id, day, dimension, value }: SourceCell): boolean {
  const text =
    "SELECT 1 FROM audio_share_sources WHERE link_id = ? AND day = ? AND dimension = ? AND value = ?";
  return sql.get(text, link_id, day, dimension, value) !== null;
}

function countValues(sql: Sql, { link_id, day, dimension }: SourceCell): number {
  const found = sql.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM audio_share_sources WHERE link_id = ? AND day = ? AND dimension = ?",
    link_id,
    day,
    dimension,
  );
  return found?.count ?? 0;
}

/** The stored cells of a link from a day on, oldest first. */
export function listSources(sql: Sql, linkId: number, fromDay: number): SourceCell[] {
  return sql.all<SourceCell>(
    `SELECT link_id, day, dimension, value, visits FROM audio_share_sources
       WHERE link_id = ? AND day >= ? ORDER BY day, dimension, value`,
    linkId,
    fromDay,
  );
}

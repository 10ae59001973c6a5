import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { preflightSnapshots } from "../../../db/tables/desk/preflight.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import type { ChangedRow } from "./history.ts";
import { SECTIONS, StoredRow } from "./rules.ts";

export type Cause = "daily" | "start" | "change" | "command";

/** A masked setting as a row. */
const EnvRow = Type.Object({
  section: Type.Literal("env"),
  field: Type.String(),
  status: Type.Literal("pass"),
  value: Type.String(),
  expected: Type.String(),
  message: Type.String(),
  since: Type.String(),
});
export type EnvRow = Static<typeof EnvRow>;

const ROWS = jsonColumn("preflight_snapshots.rows", Type.Array(StoredRow));
const ENV_ROWS = jsonColumn("preflight_snapshots.env_rows", Type.Array(EnvRow));
const CHANGES = jsonColumn(
  "preflight_snapshots.changes",
  Type.Array(Type.Tuple([OneOf(SECTIONS), Type.String()])),
);

export interface Snapshot extends Omit<Row, "rows" | "env_rows"> {
  rows: readonly StoredRow[];
  env_rows: readonly EnvRow[];
}

type Row = Pick<RowOf<typeof preflightSnapshots>, "id" | "taken_at" | "cause" | "rows" | "env_rows">;

const COLUMNS = "id, taken_at, cause, rows, env_rows";

function snapshotOf(row: Row | null): Snapshot | null {
  if (row === null) return null;
  return {
    ...row,
    rows: ROWS.read(row.rows),
    env_rows: ENV_ROWS.read(row.env_rows),
  };
}

export function insertSnapshot(
  tx: Tx,
  {
    cause,
    rows,
    env_rows,
    day,
    changes,
  }: Omit<Snapshot, "id" | "taken_at"> & {
    day: number;
    changes: readonly ChangedRow[];
  },
): number {
  return tx.run(
    `INSERT INTO preflight_snapshots (taken_at, day, cause, rows, env_rows, changes) VALUES (?, ?, ?, ?, ?, ?)`,
    tx.now,
    day,
    cause,
    JSON.stringify(rows),
    JSON.stringify(env_rows),
    JSON.stringify(changes),
  ).lastInsertRowid;
}

export function findNewest(sql: Sql): Snapshot | null {
  return snapshotOf(sql.get<Row>(`SELECT ${COLUMNS} FROM preflight_snapshots ORDER BY id DESC LIMIT 1`));
}

/** The last snapshot of a UTC day. */
export function findLastOfDay(sql: Sql, day: number): Snapshot | null {
  return snapshotOf(
    sql.get<Row>(`SELECT ${COLUMNS} FROM preflight_snapshots WHERE day = ? ORDER BY id DESC LIMIT 1`, day),
  );
}

export function countOfDay(sql: Sql, day: number): number {
  return (
    sql.get<{ count: number }>("SELECT COUNT(*) AS count FROM preflight_snapshots WHERE day = ?", day)
      ?.count ?? 0
  );
}

/** Changes of each snapshot since a day, oldest first. */
export function listChanges(sql: Sql, fromDay: number): { day: number; changes: ChangedRow[] }[] {
  return sql
    .all<Pick<RowOf<typeof preflightSnapshots>, "day" | "changes">>(
      "SELECT day, changes FROM preflight_snapshots WHERE day >= ? ORDER BY day, id",
      fromDay,
    )
    .map(({ day, changes }) => ({ day, changes: CHANGES.read(changes) }));
}

/** Rows of each day's last snapshot since a day, oldest first. */
export function listLastRows(sql: Sql, fromDay: number): { day: number; rows: StoredRow[] }[] {
  return sql
    .all<Pick<RowOf<typeof preflightSnapshots>, "day" | "rows">>(
      `SELECT day, rows FROM preflight_snapshots
         WHERE id IN (SELECT max(id) FROM preflight_snapshots WHERE day >= ? GROUP BY day) ORDER BY day`,
      fromDay,
    )
    .map(({ day, rows }) => ({ day, rows: ROWS.read(rows) }));
}

/** Deletes up to `chunk` snapshots before a day. @returns the number deleted */
export function purgeSnapshots(tx: Tx, beforeDay: number, chunk: number): number {
  return tx.run("DELETE FROM preflight_snapshots WHERE day < ? LIMIT ?", beforeDay, chunk).changes;
}

import type { Static } from "@sinclair/typebox";
import { databaseFiles } from "../../../db/files.ts";
import { readPages } from "../../../db/migrations/free-pages.ts";
import { readDatabase } from "../../../db/reader.ts";
import type { Sql } from "../../../db/sql.ts";
import { describeKept, type Retention } from "../../platform/retention/index.ts";
import type { Measured, MeasuredFile, MeasuredGroup } from "./model.ts";

/** All sandbox files together, as one file. */
const SANDBOX_FILES = "sandbox/*.db";

type Group = Static<typeof MeasuredGroup>;

/** The rows of a group: those that one retention deletes, or those of one table. */
interface Kind {
  rows: string;
  kept: string[];
}

/** Bytes of each file and group of tables. Reads every page of the files: seconds per gigabyte. */
export function measureFiles<Parts>(dataDir: string, retention: readonly Retention<Parts>[]): Measured {
  const kinds = kindsOf(retention);
  const files = new Map<string, Static<typeof MeasuredFile>>();
  const groups = new Map<string, Group>();
  for (const { name, path, mode } of databaseFiles(dataDir)) {
    const file = name === mode ? `${name}.db` : SANDBOX_FILES;
    readDatabase(path, (sql) => {
      const { pages, free, pageBytes } = readPages(sql);
      const sum = files.get(file) ?? { file, bytes: 0, free_bytes: 0 };
      files.set(file, {
        file,
        bytes: sum.bytes + pages * pageBytes,
        free_bytes: sum.free_bytes + free * pageBytes,
      });
      for (const part of partsOf(sql)) addPart(groups, { file, kinds, part });
    });
  }
  return { files: [...files.values()], groups: [...groups.values()].sort((a, b) => b.bytes - a.bytes) };
}

interface Part {
  table: string;
  isIndex: number;
  bytes: number;
}

/** Tables and indexes that hold something: an empty one is a page. */
function partsOf(sql: Sql): Part[] {
  return sql.all<Part>(
    `SELECT coalesce(tbl_name, size.name) AS "table", coalesce(type = 'index', 0) AS isIndex, pgsize AS bytes
      FROM dbstat AS size LEFT JOIN sqlite_schema AS made ON made.name = size.name
      WHERE aggregate = TRUE AND size.payload > 0`,
  );
}

function addPart(
  groups: Map<string, Group>,
  { file, kinds, part }: { file: string; kinds: Map<string, Kind>; part: Part },
): void {
  const { rows, kept } = kinds.get(part.table) ?? { rows: part.table, kept: [] };
  const name = `${file} ${rows}`;
  const group = groups.get(name) ?? { file, rows, tables: [], bytes: 0, index_bytes: 0, kept };
  group.bytes += part.bytes;
  if (part.isIndex === 1) group.index_bytes += part.bytes;
  if (!group.tables.includes(part.table)) group.tables.push(part.table);
  groups.set(name, group);
}

/** By table; a table with several retentions is in the first one's group. */
function kindsOf<Parts>(retention: readonly Retention<Parts>[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const { rows, windows } of retention) {
    const kind = { rows, kept: [...new Set(windows.map(describeKept))] };
    for (const table of windows.flatMap(({ tables }) => tables))
      if (!kinds.has(table)) kinds.set(table, kind);
  }
  return kinds;
}

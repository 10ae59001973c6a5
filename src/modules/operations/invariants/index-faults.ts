import type { Sql } from "../../../db/sql.ts";

interface Index {
  name: string;
  /** In the order of the index; null if it is not over plain columns in rising order. */
  columns: readonly string[] | null;
  isUnique: boolean;
}

type Value = number | string | null | Uint8Array;
type Row = Readonly<Record<string, Value>>;

/** The rows read leave garbage, which grows if the collector is left to choose its time. */
const ROWS_A_COLLECTION = 1 << 17;

/**
 * Where the indexes of a table do not have exactly its rows, in order. Table and indexes are each read once in their own
 * order, and sums over all rows are compared: SQLite's integrity check searches every row in every index, which reads a page
 * from another place for nearly each, and takes hours once the file is larger than the memory. Where sums or order are in
 * doubt that check decides, and names the rows. One wrong row stays unseen once in 4 billion times. Leaves a transaction open.
 */
export function* indexFaults(sql: Sql, table: string): Generator<string> {
  // A running server may write between two statements.
  sql.run("BEGIN");
  if (areEqual(sql, table)) return;
  const rows = sql.all<{ fault: string }>(
    "SELECT integrity_check AS fault FROM pragma_integrity_check(?) WHERE integrity_check <> 'ok'",
    table,
  );
  for (const { fault } of rows) yield fault;
}

/** False as well for an index that is not plain. */
function areEqual(sql: Sql, table: string): boolean {
  const indexes = listIndexes(sql, table);
  const sums = sumTable(sql, table, indexes);
  return indexes.every((index, at) => sumIndex(sql, table, index) === sums[at]);
}

function listIndexes(sql: Sql, table: string): Index[] {
  const rows = sql.all<{ name: string; isUnique: number; columns: string | null }>(
    `SELECT name, "unique" AS isUnique, iif(partial, NULL, (SELECT iif(sum(cid < 0 OR desc OR coll <> 'BINARY') = 0,
        json_group_array(name ORDER BY seqno), NULL) FROM pragma_index_xinfo(list.name) WHERE key)) AS columns
      FROM pragma_index_list(?) AS list`,
    table,
  );
  return rows.map(({ name, isUnique, columns }) => ({
    name,
    isUnique: isUnique === 1,
    columns: columns === null ? null : JSON.parse(columns),
  }));
}

/** The sum that each index must have; null for one that is not plain. */
function sumTable(sql: Sql, table: string, indexes: readonly Index[]): (number | null)[] {
  const sums = indexes.map(({ columns }) => (columns === null ? null : new RowSum(columns)));
  const wanted = sums.filter((sum) => sum !== null);
  const columns = new Set(wanted.flatMap((sum) => sum.columns));
  if (wanted.length > 0)
    readAll(sql, { columns: [...columns], from: `${table} NOT INDEXED` }, (row) => {
      for (const sum of wanted) sum.add(row);
    });
  return sums.map((sum) => sum?.value ?? null);
}

/** NaN if it is not plain, or its rows are not in order. */
function sumIndex(sql: Sql, table: string, { name, columns, isUnique }: Index): number {
  if (columns === null) return Number.NaN;
  const sum = new RowSum(columns);
  const inOrder = isUnique ? columns : [...columns, "rowid"];
  let before: Row | null = null;
  const from = `${table} INDEXED BY ${name} ORDER BY ${columns.join(", ")}`;
  readAll(sql, { columns, from }, (row) => {
    if (before !== null && !isBefore(before, row, inOrder)) sum.value = Number.NaN;
    sum.add(row);
    before = row;
  });
  return sum.value;
}

function readAll(
  sql: Sql,
  { columns, from }: { columns: readonly string[]; from: string },
  see: (row: Row) => void,
): void {
  let count = 0;
  for (const row of sql.iterate<Row>(`SELECT ${columns.join(", ")}, rowid AS rowid FROM ${from}`)) {
    see(row);
    if (++count % ROWS_A_COLLECTION === 0) Bun.gc(true);
  }
}

/** A sum over rows that does not depend on their order. */
class RowSum {
  value = 0;

  constructor(readonly columns: readonly string[]) {}

  add(row: Row): void {
    let hash = mix(1, row.rowid);
    for (const column of this.columns) hash = mix(hash, row[column]);
    // Below 2^53 every sum is exact.
    this.value = (this.value + hash) % 2 ** 52;
  }
}

function mix(hash: number, value: Value | undefined): number {
  const word = typeof value === "number" ? value % 0xffff_fffb : value == null ? 1 : Bun.hash.crc32(value);
  const mixed = Math.imul((hash ^ word) + 0x9e37_79b9, 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 15) ^ (hash >>> 7)) >>> 0;
}

/** By SQLite's order of numbers and of texts; false for other values. */
function isBefore(a: Row, b: Row, columns: readonly string[]): boolean {
  for (const column of columns) {
    const [left, right] = [a[column], b[column]];
    if (left === right) continue;
    if (typeof left === "number" && typeof right === "number") return left < right;
    if (typeof left !== "string" || typeof right !== "string") return false;
    // Without characters beyond 16 bits both orders are the same.
    return left < right || Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0;
  }
  return false;
}

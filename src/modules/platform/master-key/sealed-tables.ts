import type { Sql, Tx } from "../../../db/sql.ts";
import { SealError } from "../../../kit/crypto/seal.ts";
import { type Keyring, MasterKeyError } from "./keyring.ts";

/** A table with texts sealed by the master key. Each module announces its own. */
export interface SealedTable {
  table: string;
  /** The column whose value is the texts' associated data. */
  context: string;
  /** Columns of sealed texts, null if unset. Their names end in _sealed, which a test relies on. */
  columns: readonly string[];
}

/** Number of rows of a file with a text that was not sealed with this key. */
export function countSealedByOthers(sql: Sql, tables: readonly SealedTable[], keyId: string): number {
  return tables
    .map(({ table, columns }) => {
      const text = `SELECT COUNT(*) AS count FROM ${table} WHERE ${sealedByOthers(columns)}`;
      return sql.get<{ count: number }>(text, ...columns.map(() => `${keyId}.*`))?.count ?? 0;
    })
    .reduce((sum, count) => sum + count, 0);
}

/** Ids of the keys needed to open a file's texts. */
export function neededKeyIds(sql: Sql, tables: readonly SealedTable[]): Set<string> {
  const columns = tables.flatMap(({ table, columns }) => columns.map((column) => ({ table, column })));
  const selects = columns.map(
    ({ table, column }) =>
      `SELECT substr(${column}, 1, instr(${column}, '.') - 1) AS id FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  return new Set(sql.all<{ id: string }>(selects.join(" UNION ")).map((row) => row.id));
}

/** Reseals the next rows after this one with the current key. Returns how many, and the last one's context. */
export function resealRows(
  tx: Tx,
  keyring: Keyring,
  { table, context, columns, after, limit }: SealedTable & { after: string; limit: number },
): { resealed: number; last: string } {
  const rows = tx.all<Record<string, string | null>>(
    `SELECT ${[context, ...columns].join(", ")} FROM ${table}
       WHERE ${context} > ? AND (${sealedByOthers(columns)}) ORDER BY ${context} LIMIT ?`,
    after,
    ...columns.map(() => `${keyring.current.id}.*`),
    limit,
  );
  for (const row of rows) {
    const name = row[context] ?? "";
    tx.run(
      `UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE ${context} = ?`,
      ...columns.map((column) => resealed(keyring, row[column] ?? null, name)),
      name,
    );
  }
  return { resealed: rows.length, last: rows.at(-1)?.[context] ?? after };
}

function resealed(keyring: Keyring, sealed: string | null, context: string): string | null {
  if (sealed === null) return null;
  try {
    return keyring.seal(keyring.unseal(sealed, context), context);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new MasterKeyError(`${error.message}; the old key stays in the file until that is repaired`);
  }
}

/** A null compares as neither, so unset texts never count. */
function sealedByOthers(columns: readonly string[]): string {
  return columns.map((column) => `${column} NOT GLOB ?`).join(" OR ");
}

import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { users } from "../../../db/tables/users.ts";

/** A user whose balance was set without an entry. Amounts in hundredths. */
export interface Suspect extends Pick<RowOf<typeof users>, "balance"> {
  user_id: number;
  /** The balance after the last entry; 0 without entries. */
  last: number;
}

/** An entry that does not continue from the previous one, or a last entry that differs from the balance. */
export interface BalanceMismatch extends Pick<RowOf<typeof ledgerEntries>, "user_id" | "balance_after"> {
  entry_id: number;
  expected: number;
}

const MAX_SUSPECTS = 500;

export function hasSuspects(sql: Sql): boolean {
  return sql.get("SELECT 1 FROM balance_suspects LIMIT 1") !== null;
}

export function listSuspects(sql: Sql): Suspect[] {
  return sql.all<Suspect>(
    `SELECT users.id AS user_id, users.balance, COALESCE((SELECT balance_after FROM ledger_entries
         WHERE user_id = users.id ORDER BY id DESC LIMIT 1), 0) AS last
       FROM balance_suspects JOIN users ON users.id = balance_suspects.user_id LIMIT ?`,
    MAX_SUSPECTS,
  );
}

/** Removes suspects whose balances agree by now. */
export function clearSuspects(tx: Tx, suspects: readonly Suspect[]): void {
  for (const { user_id } of suspects) {
    tx.run(
      `DELETE FROM balance_suspects WHERE user_id = ? AND (SELECT balance FROM users WHERE id = ?) = COALESCE((
         SELECT balance_after FROM ledger_entries WHERE user_id = ? ORDER BY id DESC LIMIT 1), 0)`,
      user_id,
      user_id,
      user_id,
    );
  }
}

export function newestEntryId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT MAX(id) AS id FROM ledger_entries")?.id ?? 0;
}

/** The first faulty entries with ids after `from` up to `to`, each found by index. */
export function listMismatches(sql: Sql, from: number, to: number): BalanceMismatch[] {
  return sql.all<BalanceMismatch>(
    `SELECT e.id AS entry_id, e.user_id, e.balance_after, e.delta + COALESCE((SELECT p.balance_after
         FROM ledger_entries AS p WHERE p.user_id = e.user_id AND p.id < e.id ORDER BY p.id DESC LIMIT 1), 0) AS expected
       FROM ledger_entries AS e WHERE e.id > ?1 AND e.id <= ?2 AND e.balance_after <> expected
     UNION ALL
     SELECT e.id, e.user_id, users.balance, e.balance_after
       FROM ledger_entries AS e JOIN users ON users.id = e.user_id
       WHERE e.id > ?1 AND e.id <= ?2 AND users.balance <> e.balance_after
         AND NOT EXISTS (SELECT 1 FROM ledger_entries AS n WHERE n.user_id = e.user_id AND n.id > e.id)
     LIMIT 5`,
    from,
    to,
  );
}

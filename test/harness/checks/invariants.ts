import { Database } from "bun:sqlite";
import { join } from "node:path";

/** Invariants of live.db (contract section 13), each with a query for violations. */
const BROKEN: Record<string, string> = {
  "a balance is the sum of its user's entries": `SELECT users.id FROM users LEFT JOIN ledger_entries ON ledger_entries.user_id = users.id
     GROUP BY users.id HAVING users.balance <> coalesce(sum(delta), 0)`,
  "a balance equals its last entry's balance_after": `SELECT users.id FROM users JOIN ledger_entries ON ledger_entries.id =
     (SELECT max(id) FROM ledger_entries WHERE user_id = users.id) WHERE balance <> balance_after`,
  "every entry follows from the previous one": `SELECT id FROM (SELECT id, delta, balance_after,
     lag(balance_after, 1, 0) OVER (PARTITION BY user_id ORDER BY id) AS before FROM ledger_entries) WHERE balance_after <> before + delta`,
  "a partner's reference is unique": `SELECT 1 FROM ledger_entries GROUP BY partner_id, origin, idempotency_key HAVING count(*) > 1`,
  "an entry has its recorded answer": `SELECT id FROM ledger_entries WHERE origin = 'partner' AND NOT EXISTS
     (SELECT 1 FROM ledger_answers WHERE entry_id = ledger_entries.id)`,
  "a recorded credit or debit has its entry": `SELECT 1 FROM ledger_answers WHERE NOT EXISTS (SELECT 1 FROM ledger_entries
     WHERE id = entry_id AND id = json_extract(body, '$.ledger_entry_id') AND origin = 'partner')`,
  "a key has one outcome":
    "SELECT 1 FROM idempotency_records JOIN ledger_entries USING (partner_id, idempotency_key) WHERE origin = 'partner'",
  "an entry has its event": `SELECT id FROM ledger_entries WHERE id NOT IN (SELECT json_extract(data, '$.ledger_entry_id')
     FROM events WHERE event_type IN ('salutes.credit', 'salutes.debit'))`,
  "every foreign key refers to an existing row": "PRAGMA foreign_key_check",
};

/** Checks the file, with or without a running server. @returns the names of violated invariants */
export function brokenInvariants(dataDir: string): string[] {
  const db = new Database(join(dataDir, "live.db"), { readonly: true });
  try {
    // One read transaction, so that a commit between two queries is not reported as a violation.
    db.run("BEGIN");
    const broken = Object.entries(BROKEN)
      .filter(([, sql]) => db.query(sql).get() !== null)
      .map(([name]) => name);
    const { integrity_check: integrity } = db.query("PRAGMA integrity_check").get() as {
      integrity_check: string;
    };
    return integrity === "ok" ? broken : [...broken, `integrity: ${integrity}`];
  } finally {
    db.close();
  }
}

/** Amounts of all ledger entries in hundredths, by idempotency key. */
export function ledgerByKey(dataDir: string): Map<string, number[]> {
  const db = new Database(join(dataDir, "live.db"), { readonly: true });
  try {
    const rows = db.query("SELECT idempotency_key, delta FROM ledger_entries ORDER BY id").all() as {
      idempotency_key: string;
      delta: number;
    }[];
    const grouped = Map.groupBy(rows, (row) => row.idempotency_key);
    return new Map([...grouped].map(([key, same]) => [key, same.map((row) => row.delta)]));
  } finally {
    db.close();
  }
}

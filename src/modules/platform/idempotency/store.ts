import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { idempotencyRecords } from "../../../db/tables/partners.ts";
import type { MutationStore, OperatorMutations, Outcome } from "../../../http/mutation.ts";

type RecordRow = Pick<RowOf<typeof idempotencyRecords>, "payload_hash" | "status" | "body" | "created_at">;

type EntryRow = Pick<RowOf<typeof ledgerEntries>, "id" | "payload_hash" | "status" | "created_at">;

/**
 * Nonces and outcomes in the caller's own file; the ledger's references outlive these records (contract section 4).
 */
export const mutationStore: MutationStore = {
  nonceUsed(sql, { keyId, nonce, notBefore }) {
    return (
      sql.get(
        "SELECT 1 FROM nonces WHERE key_id = ? AND nonce = ? AND used_at > ?",
        keyId,
        nonce,
        notBefore,
      ) !== null
    );
  },

  takeNonce(tx, { keyId, nonce, notBefore }) {
    const { changes } = tx.run(
      `INSERT INTO nonces (key_id, nonce, used_at) VALUES (?, ?, ?)
         ON CONFLICT (key_id, nonce) DO UPDATE SET used_at = excluded.used_at WHERE used_at <= ?`,
      keyId,
      nonce,
      tx.clockNow,
      notBefore,
    );
    return changes === 1;
  },

  findOutcome(sql, { partnerId, idempotencyKey }) {
    const entry = findEntry(sql, partnerId, idempotencyKey);
    if (entry === null) {
      const record = sql.get<RecordRow>(
        `SELECT payload_hash, status, body, created_at FROM idempotency_records
          WHERE partner_id = ? AND idempotency_key = ? AND ledger_entry_id IS NULL`,
        partnerId,
        idempotencyKey,
      );
      return record === null ? null : outcome(record, record.body);
    }
    const record = sql.get<RecordRow>(
      "SELECT payload_hash, status, body, created_at FROM idempotency_records WHERE ledger_entry_id = ?",
      entry.id,
    );
    return record === null
      ? outcome(entry, null, { ledger_entry_id: entry.id })
      : outcome(record, record.body);
  },

  recordOutcome(tx, { partnerId, idempotencyKey, payloadHash }, { status, body }) {
    tx.run(
      `INSERT INTO idempotency_records
         (partner_id, idempotency_key, payload_hash, status, body, created_at, ledger_entry_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      partnerId,
      idempotencyKey,
      payloadHash,
      status,
      body,
      tx.now,
      findEntry(tx, partnerId, idempotencyKey)?.id ?? null,
    );
  },
};

function findEntry(sql: Sql, partnerId: number, idempotencyKey: string): EntryRow | null {
  return sql.get<EntryRow>(
    "SELECT id, payload_hash, status, created_at FROM ledger_entries WHERE partner_id = ? AND origin = 'partner' AND idempotency_key = ?",
    partnerId,
    idempotencyKey,
  );
}

function outcome(row: Omit<RecordRow, "body">, body: string | null, lasting: object = {}): Outcome {
  return { payloadHash: row.payload_hash, status: row.status, createdAt: row.created_at, body, lasting };
}

/** Deletes expired nonces and records, up to `chunk` per call. Returns how many. */
export function purgeExpired(
  tx: Tx,
  { noncesBefore, recordsBefore, chunk }: { noncesBefore: number; recordsBefore: number; chunk: number },
): number {
  const nonces = tx.run("DELETE FROM nonces WHERE used_at <= ? LIMIT ?", noncesBefore, chunk);
  const records = tx.run(
    "DELETE FROM idempotency_records WHERE created_at < ? LIMIT ?",
    recordsBefore,
    chunk,
  );
  return nonces.changes + records.changes;
}

/** First answers to operators' changes. */
export const operatorMutations: OperatorMutations = {
  find(sql, operator, key) {
    const row = sql.get<Omit<RecordRow, "created_at">>(
      "SELECT payload_hash, status, body FROM operator_idempotency WHERE operator = ? AND idempotency_key = ?",
      operator,
      key,
    );
    return row === null ? null : { payloadHash: row.payload_hash, status: row.status, body: row.body };
  },

  record(tx, { operator, key, hash, status, body }) {
    tx.run(
      `INSERT INTO operator_idempotency (operator, idempotency_key, payload_hash, status, body, created_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      operator,
      key,
      hash,
      status,
      body,
      tx.now,
    );
  },
};

/** Deletes expired first answers to operators, up to `chunk` per call. Returns how many. */
export function purgeOperatorMutations(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM operator_idempotency WHERE created_at < ? LIMIT ?", before, chunk).changes;
}

import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { idempotencyRecords, ledgerAnswers } from "../../../db/tables/partners.ts";
import type { MutationStore, OperatorMutations, Outcome } from "../../../http/mutation.ts";
import { nonceUsed, purgeNonces, takeNonce } from "./nonces.ts";

type RecordRow = Pick<RowOf<typeof idempotencyRecords>, "payload_hash" | "status" | "body" | "created_at">;

type EntryRow = Pick<RowOf<typeof ledgerEntries>, "id" | "payload_hash" | "status" | "created_at">;

/**
 * Nonces and outcomes in the caller's own file; the ledger's references outlive these records (contract section 4).
 */
export const mutationStore: MutationStore = {
  nonceUsed,
  takeNonce,

  findOutcome(sql, { partnerId, idempotencyKey }) {
    const entry = findEntry(sql, partnerId, idempotencyKey);
    if (entry === null) {
      const record = sql.get<RecordRow>(
        `SELECT payload_hash, status, body, created_at FROM idempotency_records
          WHERE partner_id = ? AND idempotency_key = ?`,
        partnerId,
        idempotencyKey,
      );
      return record === null ? null : outcome(record, record.body);
    }
    const answer = sql.get<Pick<RowOf<typeof ledgerAnswers>, "body">>(
      "SELECT body FROM ledger_answers WHERE entry_id = ?",
      entry.id,
    );
    return answer === null
      ? outcome(entry, null, { ledger_entry_id: entry.id })
      : outcome(entry, answer.body);
  },

  recordOutcome(tx, { partnerId, idempotencyKey, payloadHash }, { status, body }) {
    const entry = findEntry(tx, partnerId, idempotencyKey);
    if (entry !== null) {
      tx.run("INSERT INTO ledger_answers (entry_id, body) VALUES (?, ?)", entry.id, body);
      return;
    }
    tx.run(
      `INSERT INTO idempotency_records (partner_id, idempotency_key, payload_hash, status, body, created_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      partnerId,
      idempotencyKey,
      payloadHash,
      status,
      body,
      tx.now,
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

/**
 * Deletes expired nonces and records, up to `chunk` of each kind per call. Answers with a ledger entry are looked for among
 * those of the oldest entries only, which needs no index on their age: one made while the clock was ahead delays later
 * ones. Returns how many.
 */
export function purgeExpired(
  tx: Tx,
  { noncesBefore, recordsBefore, chunk }: { noncesBefore: number; recordsBefore: number; chunk: number },
): number {
  const usedNonces = purgeNonces(tx, noncesBefore, chunk);
  const records = tx.run(
    "DELETE FROM idempotency_records WHERE created_at < ? LIMIT ?",
    recordsBefore,
    chunk,
  );
  const answers = tx.run(
    `DELETE FROM ledger_answers WHERE entry_id IN (
       SELECT oldest.entry_id
         FROM (SELECT entry_id FROM ledger_answers ORDER BY entry_id LIMIT ?) AS oldest
         JOIN ledger_entries AS entry ON entry.id = oldest.entry_id AND entry.created_at < ?)`,
    chunk,
    recordsBefore,
  );
  return usedNonces + records.changes + answers.changes;
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

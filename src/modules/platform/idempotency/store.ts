import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { operatorIdempotency } from "../../../db/tables/operations.ts";
import type { idempotencyRecords, ledgerAnswers } from "../../../db/tables/partners.ts";
import type { MutationStore, OperatorMutations } from "../../../http/mutation.ts";
import type { FieldHashes } from "./field-hashes.ts";
import { nonceUsed, purgeNonces, takeNonce } from "./nonces.ts";

type RecordRow = Pick<
  RowOf<typeof idempotencyRecords>,
  "payload_hash" | "payload_fields" | "status" | "body" | "created_at"
>;

type EntryRow = Pick<RowOf<typeof ledgerEntries>, "id" | "payload_hash" | "status" | "created_at">;

type AnswerRow = Pick<RowOf<typeof ledgerAnswers>, "body" | "payload_fields">;

type OperatorRow = Pick<
  RowOf<typeof operatorIdempotency>,
  "payload_hash" | "payload_fields" | "status" | "body" | "created_at"
>;

/**
 * Nonces and outcomes in the caller's own file; the ledger's references outlive these records (contract section 4).
 */
export function createMutationStore(fieldHashes: FieldHashes): MutationStore {
  return {
    nonceUsed,
    takeNonce,

    findOutcome(sql, { partnerId, idempotencyKey, payload }) {
      const entry = findEntry(sql, partnerId, idempotencyKey);
      if (entry === null) {
        const record = sql.get<RecordRow>(
          `SELECT payload_hash, payload_fields, status, body, created_at FROM idempotency_records
            WHERE partner_id = ? AND idempotency_key = ?`,
          partnerId,
          idempotencyKey,
        );
        if (record === null) return null;
        const { body, status } = record;
        return { first: fieldHashes.compare(sql, record, payload), status, body };
      }
      const answer = sql.get<AnswerRow>(
        "SELECT body, payload_fields FROM ledger_answers WHERE entry_id = ?",
        entry.id,
      );
      const first = { ...entry, payload_fields: answer?.payload_fields ?? null, ledger_entry_id: entry.id };
      return {
        first: fieldHashes.compare(sql, first, payload),
        status: entry.status,
        body: answer?.body ?? null,
      };
    },

    recordOutcome(tx, { partnerId, idempotencyKey, payload }, { status, body }) {
      const entryId = tx.recall<number>(entryName(partnerId, idempotencyKey));
      const fields = fieldHashes.describe(tx, payload);
      if (entryId !== undefined) {
        tx.run(
          "INSERT INTO ledger_answers (entry_id, body, payload_fields) VALUES (?, ?, ?)",
          entryId,
          body,
          fields,
        );
        return;
      }
      tx.run(
        `INSERT INTO idempotency_records (partner_id, idempotency_key, payload_hash, payload_fields, status, body, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        partnerId,
        idempotencyKey,
        payload.hash,
        fields,
        status,
        body,
        tx.now,
      );
    },
  };
}

/** Notes the entry of a partner's request, with which its outcome is recorded in the same transaction. */
export function noteEntry(
  tx: Tx,
  { partnerId, idempotencyKey, id }: { partnerId: number; idempotencyKey: string; id: number },
): void {
  tx.keep(entryName(partnerId, idempotencyKey), id);
}

function entryName(partnerId: number, idempotencyKey: string): string {
  return `entry ${partnerId} ${idempotencyKey}`;
}

function findEntry(sql: Sql, partnerId: number, idempotencyKey: string): EntryRow | null {
  return sql.get<EntryRow>(
    "SELECT id, payload_hash, status, created_at FROM ledger_entries WHERE partner_id = ? AND origin = 'partner' AND idempotency_key = ?",
    partnerId,
    idempotencyKey,
  );
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
export function createOperatorMutations(fieldHashes: FieldHashes): OperatorMutations {
  /** The last change with each key that is being carried out or waits. */
  const last = new Map<string, Promise<unknown>>();
  return {
    find(sql, { operator, key, payload }) {
      const row = sql.get<OperatorRow>(
        `SELECT payload_hash, payload_fields, status, body, created_at FROM operator_idempotency
          WHERE operator = ? AND idempotency_key = ?`,
        operator,
        key,
      );
      if (row === null) return null;
      return { first: fieldHashes.compare(sql, row, payload), status: row.status, body: row.body };
    },

    record(tx, { operator, key, payload }, { status, body }) {
      tx.run(
        `INSERT INTO operator_idempotency (operator, idempotency_key, payload_hash, payload_fields, status, body, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        operator,
        key,
        payload.hash,
        fieldHashes.describe(tx, payload),
        status,
        body,
        tx.now,
      );
    },

    async inTurn({ operator, key }, work) {
      const name = `${operator} ${key}`;
      const before = last.get(name);
      const turn = before === undefined ? work() : before.then(work, work);
      last.set(name, turn);
      try {
        return await turn;
      } finally {
        if (last.get(name) === turn) last.delete(name);
      }
    },
  };
}

/** Deletes expired first answers to operators, up to `chunk` per call. Returns how many. */
export function purgeOperatorMutations(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM operator_idempotency WHERE created_at < ? LIMIT ?", before, chunk).changes;
}

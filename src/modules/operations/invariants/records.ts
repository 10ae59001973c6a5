import type { KeyMode } from "../../../http/operation.ts";
import { type Invariant, noRows } from "../../platform/invariants/index.ts";

/**
 * Each Idempotency-Key of a partner has one committed outcome, with a valid answer to replay: that of a change with a
 * ledger entry is kept under the entry, any other under the key.
 */
export const idempotencyRecords = noRows(
  "idempotency_records",
  "each has one valid outcome",
  `WITH record AS (
      SELECT *, CASE WHEN json_valid(body) THEN json_extract(body, '$.ledger_entry_id') END AS entry_id
        FROM idempotency_records)
    SELECT 'key ' || idempotency_key || ' of partner ' || partner_id || ' stands for ' || COUNT(*) || ' outcomes' AS fault
      FROM idempotency_records GROUP BY partner_id, idempotency_key HAVING COUNT(*) > 1
    UNION ALL
    SELECT 'key ' || record.idempotency_key || ' of partner ' || record.partner_id || ': ' || CASE
        WHEN NOT json_valid(record.body) THEN 'its answer is not JSON'
        WHEN record.status NOT BETWEEN 200 AND 299 THEN 'its answer is a failure'
        WHEN own.id IS NOT NULL THEN 'it stands for ledger entry ' || own.id || ', too'
        WHEN named.id IS NULL THEN 'its ledger entry ' || record.entry_id || ' is not there'
        ELSE 'its ledger entry ' || record.entry_id || ' was made for something else' END
      FROM record
      LEFT JOIN ledger_entries AS own ON own.partner_id = record.partner_id AND own.origin = 'partner'
        AND own.idempotency_key = record.idempotency_key
      LEFT JOIN ledger_entries AS named ON named.id = record.entry_id AND named.partner_id = record.partner_id
      WHERE NOT json_valid(record.body) OR record.status NOT BETWEEN 200 AND 299 OR own.id IS NOT NULL
        OR (record.entry_id IS NOT NULL AND named.id IS NULL) OR named.origin = 'partner'
    UNION ALL
    SELECT 'answer of ledger entry ' || answer.entry_id || ': ' || CASE
        WHEN entry.id IS NULL THEN 'the entry is not there'
        WHEN entry.origin <> 'partner' OR entry.status NOT BETWEEN 200 AND 299 THEN 'the entry answered no request'
        WHEN NOT json_valid(answer.body) THEN 'it is not JSON'
        ELSE 'it names entry ' || json_extract(answer.body, '$.ledger_entry_id') END
      FROM ledger_answers AS answer LEFT JOIN ledger_entries AS entry ON entry.id = answer.entry_id
      WHERE entry.id IS NULL OR entry.origin <> 'partner' OR entry.status NOT BETWEEN 200 AND 299
        OR CASE WHEN json_valid(answer.body)
          THEN json_extract(answer.body, '$.ledger_entry_id') <> answer.entry_id ELSE TRUE END`,
);

/** A file holds rows of one mode only. */
export function onlyMode(mode: KeyMode): Invariant {
  const others = mode === "live" ? "pk_sandbox_*" : "pk_live_*";
  const keyColumns = [
    "ledger_entries.partner_key_id",
    "nonces.key_id",
    "key_daily_credits.key_id",
    "donation_claims.partner_key_id",
    "usage_minutes.key_id",
    "usage_rollups.key_id",
    "promotion_evidence.key_id",
    "recent_requests.key_id",
  ];
  const rows = keyColumns.map((each) => {
    const [table, column] = each.split(".");
    return `UNION ALL SELECT '${table} of the key ' || ${column} FROM ${table} WHERE ${column} GLOB '${others}'`;
  });
  return noRows(
    "modes",
    `every row is ${mode}`,
    `SELECT 'key ' || key_id || ' (' || mode || ')' AS fault FROM partner_keys
      WHERE mode <> '${mode}' OR key_id NOT GLOB 'pk_${mode}_*'
    ${rows.join("\n")}`,
  );
}

import { noRows } from "../../platform/invariants/index.ts";
import { RECENT, THROUGH } from "./entry-hours.ts";

export const references = noRows(
  "ledger_references",
  "each is used once",
  `SELECT 'reference ' || origin || ' ' || idempotency_key || ' of partner ' || partner_id || ' stands in '
      || COUNT(*) || ' entries' AS fault
    FROM ledger_entries GROUP BY partner_id, origin, idempotency_key HAVING COUNT(*) > 1`,
);

/** The most entries that wait for the next batch. */
const MOST_RECENT = 63;

/** Counted only: comparing every entry takes about as long as all other checks of it. */
export const searchable = noRows(
  "ledger_search",
  "the search tables have each entry but the newest once",
  `WITH kept (name, entries, ids) AS (
      SELECT 'partner', count(*), total(entry_id) FROM ledger_by_partner
      UNION ALL SELECT 'reason', count(*), total(entry_id) FROM ledger_by_reason
      UNION ALL SELECT 'source', count(*), total(entry_id) FROM ledger_by_source),
    wanted (entries, ids, notes) AS MATERIALIZED (SELECT count(*), total(id),
        total(iif(metadata IS NULL, 0, (SELECT count(*) FROM json_each(metadata))))
      FROM ledger_entries WHERE id <= ${THROUGH}),
    notes (kept, wanted) AS (SELECT (SELECT count(*) FROM ledger_by_metadata), CAST(notes AS INTEGER) FROM wanted)
  SELECT 'searches by ' || name || ' find ' || kept.entries || ' of ' || wanted.entries || ' entries' AS fault
    FROM kept, wanted WHERE kept.entries <> wanted.entries OR kept.ids <> wanted.ids
  UNION ALL SELECT 'searches by metadata find ' || kept || ' of ' || wanted || ' notes' FROM notes WHERE kept <> wanted
  UNION ALL SELECT waiting || ' entries wait for the search tables'
    FROM (SELECT count(*) AS waiting FROM ledger_entries WHERE ${RECENT}) WHERE waiting > ${MOST_RECENT}`,
);

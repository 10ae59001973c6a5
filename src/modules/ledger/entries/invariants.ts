import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import { fromHundredths, MAX_BALANCE_HUNDREDTHS } from "../../../kit/money.ts";
import { type Invariant, noRows, toFinding } from "../../platform/invariants/index.ts";
import { RECENT, THROUGH } from "./search-store.ts";

/** An entry, or a user before all of these: then entry_id and delta are null, and `balance` is the user's. */
interface Step extends Pick<RowOf<typeof ledgerEntries>, "partner_id" | "user_id"> {
  entry_id: number | null;
  delta: number | null;
  /** After the entry. */
  balance: RowOf<typeof ledgerEntries>["balance_after"];
}

/**
 * Users and entries of one snapshot, in their tables' own order: by user, nearly every entry would be read from a page of
 * its own, which takes several times as long.
 */
const STEPS = `SELECT partner_id, id AS user_id, NULL AS entry_id, NULL AS delta, balance
    FROM users WHERE id BETWEEN ?1 AND ?2
  UNION ALL SELECT partner_id, user_id, id, delta, balance_after
    FROM ledger_entries NOT INDEXED WHERE user_id BETWEEN ?1 AND ?2`;

/**
 * Per user: the sum of the entries equals the balance and the last balance_after, none is below 0, and every entry
 * continues from the previous one.
 */
export const balances: Invariant = {
  name: "ledger_balances",
  run(sql) {
    const counted = { users: 0, entries: 0 };
    return toFinding(
      balanceFaults(sql, counted),
      () => `${counted.entries} entries add up to the balances of ${counted.users} users`,
    );
  },
};

/** Users whose state is in memory at once, with 20 bytes each: 84 MB. */
const USERS_A_PASS = 1 << 22;

function* balanceFaults(sql: Sql, counted: { users: number; entries: number }): Generator<string> {
  const newest = sql.get<{ id: number | null }>("SELECT MAX(id) AS id FROM users")?.id ?? 0;
  const chains = new Chains(Math.min(newest, USERS_A_PASS));
  for (let first = 1; first <= newest; first += USERS_A_PASS) {
    const last = Math.min(first + USERS_A_PASS - 1, newest);
    chains.begin(first);
    for (const step of sql.iterate<Step>(STEPS, first, last)) {
      if (step.entry_id === null) {
        counted.users++;
        chains.start(step);
      } else {
        counted.entries++;
        yield* chains.faultsOfNext(step);
      }
    }
    yield* chains.faultsAtEnd();
  }
}

/** The balances of the users of a pass, according to the entries that were read so far. */
class Chains {
  #first = 0;
  readonly #partners: Int32Array;
  /** As the users' rows have it; NaN for an id without a row. */
  readonly #balances: Float64Array;
  /** After the last entry. */
  readonly #lasts: Float64Array;
  /** Sum of a user's deltas minus the last balance_after, where a fault keeps them apart. */
  readonly #apart = new Map<number, number>();

  /** @param count users of a pass, at most */
  constructor(count: number) {
    this.#partners = new Int32Array(count);
    this.#balances = new Float64Array(count);
    this.#lasts = new Float64Array(count);
  }

  /** Begins a pass: the users with ids from `first` on. */
  begin(first: number): void {
    this.#first = first;
    this.#partners.fill(0);
    this.#balances.fill(Number.NaN);
    this.#lasts.fill(0);
    this.#apart.clear();
  }

  start({ user_id, partner_id, balance }: Step): void {
    this.#partners[user_id - this.#first] = partner_id;
    this.#balances[user_id - this.#first] = balance;
  }

  *faultsOfNext({ entry_id, partner_id, user_id, delta, balance }: Step): Generator<string> {
    const at = user_id - this.#first;
    const previous = this.#lasts[at] ?? 0;
    const change = delta ?? 0;
    const entry = `entry ${entry_id} of user ${user_id}`;
    if (balance !== previous + change) {
      this.#apart.set(at, (this.#apart.get(at) ?? 0) + previous + change - balance);
      yield `${entry} leaves ${fromHundredths(balance)}, not ${fromHundredths(previous)} + ${fromHundredths(change)}`;
    }
    if (balance < 0 || balance > MAX_BALANCE_HUNDREDTHS)
      yield `${entry} leaves ${fromHundredths(balance)}, which is not a possible balance`;
    if (partner_id !== this.#partners[at]) yield `${entry} belongs to another partner`;
    this.#lasts[at] = balance;
  }

  *faultsAtEnd(): Generator<string> {
    for (const [at, balance] of this.#balances.entries()) {
      const last = this.#lasts[at] ?? 0;
      const sum = last + (this.#apart.get(at) ?? 0);
      if (Number.isNaN(balance) || (balance === sum && balance === last)) continue;
      const has = `user ${this.#first + at} has ${fromHundredths(balance)}`;
      if (balance !== sum) yield `${has}, and entries of ${fromHundredths(sum)}`;
      else yield `${has}, and a last entry that leaves ${fromHundredths(last)}`;
    }
  }
}

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

/** The index used by searches by time, and the numbers of entries on the desk. */
export const hours = noRows(
  "ledger_hours",
  "each entry but the newest lies between the ids stored for its hour, and all are counted",
  `SELECT 'entry ' || e.id || ' is missing from the sums of its hour' AS fault
    FROM ledger_entries AS e LEFT JOIN ledger_hours AS h ON h.hour = e.created_at / 3600000
    WHERE e.id <= ${THROUGH} AND (h.hour IS NULL OR e.id NOT BETWEEN h.min_id AND h.max_id)
  UNION ALL SELECT 'the hours count ' || counted || ' of ' || entries || ' entries'
    FROM (SELECT COALESCE(SUM(entries), 0) AS counted,
        (SELECT COUNT(*) FROM ledger_entries WHERE id <= ${THROUGH}) AS entries FROM ledger_hours)
    WHERE counted <> entries`,
);

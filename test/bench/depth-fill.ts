import { Database as SqliteDatabase } from "bun:sqlite";
import { Database } from "../../src/db/database.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createUser } from "../../src/modules/ledger/users/index.ts";

/** Rows that a live.db is to hold. */
export interface Depth {
  entries: number;
  users: number;
  partners: number;
  webhooks: number;
  /** Users of the demo partner that are found by name and e-mail. */
  searched: number;
}

/** Users of the demo partner, who own every second entry; the other partners' users own the rest. */
export const BUSY_USERS = 1_000;
const CHUNK = 2_000_000;
const USERS_A_CHANGE = 500;
/** Entries are spread over three years before now. */
const SPAN_MS = 3 * 365 * 86_400_000;

/**
 * Fills the file of a stopped server: users by the verb where they are searched, everything else by SQL in the shape
 * that the API leaves. Indexes and triggers are made anew afterwards, since keeping them up costs ten times the time.
 * Returns the time of the first entry and the step between entries, in milliseconds.
 */
export async function fillFile(path: string, depth: Depth): Promise<{ from: number; step: number }> {
  await addSearched(path, depth.searched);
  const client = new SqliteDatabase(path, { strict: true });
  client.run("PRAGMA synchronous = OFF");
  client.run("PRAGMA cache_size = -1000000");
  client.run("PRAGMA temp_store = FILE");
  const demo = rowOf<{ id: number }>(client, "SELECT id FROM partners WHERE name = 'demo'").id;
  addPartners(client, depth.partners);
  const others = rowOf<{ first: number; count: number }>(
    client,
    "SELECT min(id) AS first, count(*) AS count FROM partners WHERE name LIKE 'partner-%'",
  );
  const partner = (number: string) => `${others.first} + ${number} % ${others.count}`;
  addWebhooks(client, depth.webhooks, partner);
  const made = client
    .query<{ type: string; name: string; sql: string }, []>(
      `SELECT type, name, sql FROM sqlite_schema
         WHERE tbl_name IN ('ledger_entries', 'users') AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all();
  for (const { type, name } of made) client.run(`DROP ${type} ${name}`);
  const first = rowOf<{ id: number }>(client, "SELECT coalesce(max(id), 0) + 1 AS id FROM users").id;
  const owners = { demo, partner, first, others: Math.max(depth.users - depth.searched - BUSY_USERS, 1) };
  addUsers(client, owners);
  const step = Math.floor(SPAN_MS / depth.entries);
  const from = Date.now() - depth.entries * step;
  for (let at = 0; at < depth.entries; at += CHUNK) {
    const to = Math.min(at + CHUNK, depth.entries);
    addEntries(client, { ...owners, at, to, from, step });
    console.error(`${to.toLocaleString("en")} entries`);
  }
  addSearchTables(client);
  for (const { type, name, sql } of made) {
    client.run(sql);
    if (type === "index") console.error(`index ${name}`);
  }
  client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
  return { from, step };
}

async function addSearched(path: string, count: number): Promise<void> {
  const database = Database.open(path, systemClock);
  const { id } = database.read.get<{ id: number }>("SELECT id FROM partners WHERE name = 'demo'") ?? {
    id: 0,
  };
  for (let from = 0; from < count; from += USERS_A_CHANGE)
    await database.writer.run((tx) => {
      for (let i = from; i < Math.min(from + USERS_A_CHANGE, count); i++)
        createUser(tx, id, {
          external_id: `lookup-${i}`,
          username: `player-${i}`,
          display_name: null,
          email: `u${i}@example.com`,
          status: "active",
        });
    });
  await database.close();
}

function addPartners(client: SqliteDatabase, count: number): void {
  client.run(
    `INSERT INTO partners (name, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
       SELECT 'partner-' || i, 0 FROM n`,
  );
}

function addWebhooks(client: SqliteDatabase, count: number, partner: Spread["partner"]): void {
  client.run(
    `INSERT INTO webhooks (uid, partner_id, event_types, target_url, secret_sealed, is_active, is_settling, revision,
       consecutive_failures, is_slow, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       SELECT 'whk_seed' || i, ${partner("i")}, '["users.created"]', 'https://receiver-' || i || '.example/',
         '', 1, 0, 1, 0, 0, 0, 0 FROM n`,
  );
}

interface Spread {
  demo: number;
  /** An expression of SQL: the id of another partner, by a number. */
  partner: (number: string) => string;
  /** Id of the first busy user; the others follow. */
  first: number;
  others: number;
}

function addUsers(client: SqliteDatabase, { demo, partner, first, others }: Spread): void {
  client.run(
    `INSERT INTO users (id, partner_id, external_id, status, balance, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${BUSY_USERS + others - 1})
       SELECT ${first} + i, CASE WHEN i < ${BUSY_USERS} THEN ${demo} ELSE ${partner("i")} END,
         'user-' || i, 'active', 0, 0, 0 FROM n`,
  );
}

interface Entries extends Spread {
  at: number;
  to: number;
  from: number;
  step: number;
}

/** Entries `at` to before `to`, each of one hundredth, with the balances that they leave. */
function addEntries(client: SqliteDatabase, entries: Entries): void {
  const { demo, partner, first, others, at, to, from, step } = entries;
  const owner = `CASE WHEN i % 2 = 0 THEN i / 2 % ${BUSY_USERS} ELSE ${BUSY_USERS} + i / 2 % ${others} END`;
  const balance = `CASE WHEN i % 2 = 0 THEN i / 2 / ${BUSY_USERS} ELSE i / 2 / ${others} END + 1`;
  client.transaction(() => {
    client.run(
      `INSERT INTO ledger_entries (partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key,
         payload_hash, status, partner_key_id, created_at)
         WITH RECURSIVE n(i) AS (SELECT ${at} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1}),
           owned AS (SELECT i, ${owner} AS user, ${balance} AS balance FROM n)
         SELECT CASE WHEN user < ${BUSY_USERS} THEN ${demo} ELSE ${partner("user")} END,
           ${first} + user, 1, balance, 'quest', 'api', 'partner', 'order-' || i, lower(hex(randomblob(32))), 200,
           'pk_live_seed', ${from} + i * ${step} FROM owned`,
    );
    // The last entry of each user in this chunk leaves the balance.
    client.run(
      `UPDATE users SET balance = last.balance FROM
         (SELECT user_id, max(id), balance_after AS balance FROM ledger_entries
            WHERE id > (SELECT max(id) FROM ledger_entries) - ${to - at} GROUP BY user_id) AS last
         WHERE users.id = last.user_id`,
    );
  })();
}

/** As the trigger would have filled them. */
function addSearchTables(client: SqliteDatabase): void {
  for (const table of [
    "ledger_by_partner",
    "ledger_by_reason",
    "ledger_by_source",
    "ledger_by_metadata",
    "ledger_hours",
    "ledger_months",
  ])
    client.run(`DELETE FROM ${table}`);
  client.run(
    "INSERT INTO ledger_by_partner SELECT partner_id, id FROM ledger_entries ORDER BY partner_id, id",
  );
  for (const column of ["reason", "source"])
    client.run(
      `INSERT INTO ledger_by_${column} SELECT partner_id, ${column}, id FROM ledger_entries ORDER BY partner_id, ${column}, id`,
    );
  client.run(
    `INSERT INTO ledger_hours (hour, min_id, max_id, entries)
       SELECT created_at / 3600000, min(id), max(id), count(*) FROM ledger_entries GROUP BY 1`,
  );
  client.run(
    `INSERT INTO ledger_months (partner_id, month, kind, reason, credits, credited, debits, debited)
       SELECT partner_id, strftime('%Y-%m', created_at / 1000, 'unixepoch'), origin, reason, sum(delta > 0), sum(max(delta, 0)),
         sum(delta < 0), sum(max(-delta, 0)) FROM ledger_entries GROUP BY 1, 2, 3, 4`,
  );
  client.run("INSERT OR REPLACE INTO ledger_search (id, through_id) SELECT 1, max(id) FROM ledger_entries");
}

function rowOf<Row>(client: SqliteDatabase, text: string): Row {
  const row = client.query<Row, []>(text).get();
  if (row === null) throw new Error(`no row: ${text}`);
  return row;
}

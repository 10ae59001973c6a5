import { Database } from "bun:sqlite";
import { DAY_MS, MINUTE_MS } from "../../src/kit/clock.ts";
import { countInBucket, encodeHistogram, toBucket } from "../../src/kit/histogram.ts";

/** What the desk lists beside users and entries. */
export interface DeskDepth {
  deliveries: number;
  /** Conversions and claims, each. */
  settlements: number;
  /** Players, audit entries and requests, each. */
  others: number;
}

/** Events, deliveries and the rest are spread over these days before now. */
const SPAN_MS = 30 * DAY_MS;
/** Where no attempt is due while pages are measured. */
const LATER_MS = 7 * DAY_MS;

/**
 * Fills a stopped server's file with what the desk lists: keys of each partner, deliveries of which one in 200 is a dead
 * letter, one in 300 failed and one in 500 waits for a receiver that is off, conversions, claims, players, audit entries
 * and requests. It asks for the partners, users, entries and webhooks of `fillFile`.
 */
export function fillDesk(path: string, depth: DeskDepth): void {
  const client = new Database(path, { strict: true });
  client.run("PRAGMA synchronous = OFF");
  client.run("PRAGMA cache_size = -500000");
  const now = Date.now();
  client.transaction(() => {
    const feed = dropTrigger(client, "events_feed");
    addKeys(client, now);
    addDeliveries(client, depth.deliveries, now);
    addSettlements(client, depth.settlements, now);
    addPlayers(client, depth.others, now);
    addTrail(client, depth.others, now);
    addUsage(client, now);
    addClosings(client, now);
    client.run(feed);
  })();
  client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
}

/** @returns the statement that makes it again */
function dropTrigger(client: Database, name: string): string {
  const sql = client
    .query<{ sql: string }, [string]>("SELECT sql FROM sqlite_schema WHERE name = ?")
    .get(name)?.sql;
  if (sql === undefined) throw new Error(`no trigger ${name}`);
  client.run(`DROP TRIGGER ${name}`);
  return sql;
}

function numbers(count: number): string {
  return `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
}

/** A time in the span, rising with `i`. */
function time(count: number, now: number): string {
  return `(${now - SPAN_MS} + i * ${SPAN_MS} / ${count})`;
}

function addKeys(client: Database, now: number): void {
  client.run(
    `INSERT INTO partner_keys (key_id, partner_id, mode, status, secret_sealed, scopes, allowed_ips, domains, revision,
       created_at, updated_at)
       SELECT 'pk_live_' || printf('%016x', id), id, 'live', 'active', '', '["read","credit"]', '[]', '[]', 1, ${now}, ${now}
         FROM partners WHERE name LIKE 'partner-%'`,
  );
}

function addDeliveries(client: Database, count: number, now: number): void {
  const at = time(count, now);
  // Ids rise with time, and each event has one delivery to a webhook of its partner.
  client.run(
    `CREATE TEMP TABLE made AS ${numbers(count)}
       SELECT i, (SELECT max(id) FROM webhooks) - i % (SELECT count(*) FROM webhooks) AS webhook_id,
         CASE WHEN i % 200 = 0 THEN 'dead_letter' WHEN i % 300 = 0 THEN 'failed' WHEN i % 500 = 0 THEN 'held'
           ELSE 'delivered' END AS state, ${at} AS at FROM n`,
  );
  const event = "(SELECT coalesce(max(id), 0) FROM events)";
  const first = client.query<{ id: number }, []>(`SELECT ${event} AS id`).get()?.id ?? 0;
  client.run(
    `INSERT INTO events (id, uid, partner_id, sequence, event_type, data, fanout_count, created_at)
       SELECT ${first} + i, 'evt_' || printf('%026d', i), w.partner_id,
         ifnull(before.sequence, 0) + row_number() OVER (PARTITION BY w.partner_id ORDER BY i), 'salutes.credited',
         '{}', 1, at
         FROM made JOIN webhooks AS w ON w.id = made.webhook_id
           LEFT JOIN (SELECT partner_id, max(sequence) AS sequence FROM events GROUP BY 1) AS before
             ON before.partner_id = w.partner_id
         ORDER BY i`,
  );
  client.run(
    `INSERT OR IGNORE INTO event_feed (partner_id, sequence, event_id) SELECT partner_id, sequence, id FROM events`,
  );
  client.run("INSERT OR REPLACE INTO event_feed_state (id, through_id) SELECT 1, max(id) FROM events");
  client.run(
    `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, attempts, round_attempts, round_started_at,
       held_at, next_attempt_at, last_error, reason_tag, last_attempt_at, delivered_at, died_at, created_at, updated_at)
       SELECT webhook_id, ${first} + i, w.partner_id, state, iif(state = 'held', 0, 1), iif(state = 'held', 0, 1), at,
         iif(state = 'held', at, NULL), iif(state = 'failed', ${now + LATER_MS}, NULL),
         iif(state IN ('failed', 'dead_letter'), 'the receiver answered 500', NULL),
         iif(state IN ('failed', 'dead_letter'), 'http_5xx', NULL), iif(state = 'held', NULL, at),
         iif(state = 'delivered', at, NULL), iif(state = 'dead_letter', at, NULL), at, at
         FROM made JOIN webhooks AS w ON w.id = made.webhook_id ORDER BY i`,
  );
  client.run(
    `INSERT INTO webhook_attempts (delivery_id, attempt, attempted_at, http_status, duration_ms)
       SELECT id, 1, created_at, iif(state = 'delivered', 200, 500), 20 FROM webhook_deliveries WHERE attempts = 1
         ORDER BY id`,
  );
  client.run(
    `INSERT OR REPLACE INTO delivery_totals (partner_id, records)
       SELECT partner_id, count(*) FROM webhook_deliveries GROUP BY 1`,
  );
  client.run(
    `UPDATE webhooks SET is_active = 0, off_reason = 'gone'
       WHERE id IN (SELECT webhook_id FROM webhook_deliveries WHERE state = 'held')`,
  );
  client.run(
    `UPDATE webhooks SET consecutive_failures = 1, probe_at = ${now + LATER_MS}
       WHERE is_active = 1 AND id IN (SELECT webhook_id FROM webhook_deliveries WHERE state = 'failed')`,
  );
}

function addSettlements(client: Database, count: number, now: number): void {
  const at = time(count, now);
  const entry = "(SELECT max(id) FROM ledger_entries) - i";
  client.run(
    `INSERT INTO conversions (partner_id, user_id, state, amount, mint, decimals, token_amount, fee, wallet_address,
       ledger_entry_id, failure_reason, created_at, resolved_at)
       ${numbers(count)}
       SELECT e.partner_id, e.user_id, iif(i % 10 = 0, 'pending_settlement', iif(i % 10 = 1, 'failed', 'settled')), 100,
         'So11111111111111111111111111111111111111112', 9, '1000000000', '0', 'wallet-' || i, e.id,
         iif(i % 10 = 1, 'wrong address', NULL), ${at}, iif(i % 10 = 0, NULL, ${at})
         FROM n JOIN ledger_entries AS e ON e.id = ${entry}`,
  );
  client.run(
    `INSERT INTO claim_campaigns (partner_id, name, created_at) SELECT id, 'spring', ${now} FROM partners`,
  );
  client.run(
    `INSERT INTO donation_claims (partner_id, partner_key_id, campaign_id, state, amount, currency, code_hash, code_sealed,
       expires_at, created_at, claimed_at, resolved_at)
       ${numbers(count)}
       SELECT c.partner_id, 'pk_live_seed', c.id, iif(i % 10 = 0, 'claimed', iif(i % 10 < 4, 'issued', 'expired')), '5',
         'TOKEN', 'seed-' || i, '', ${now + LATER_MS}, ${at}, iif(i % 10 = 0, ${at}, NULL),
         iif(i % 10 < 4, NULL, ${at})
         FROM n JOIN claim_campaigns AS c ON c.id = 1 + i % (SELECT count(*) FROM claim_campaigns)`,
  );
}

function addPlayers(client: Database, count: number, now: number): void {
  client.run(
    `INSERT INTO messenger_players (telegram_id, user_id, first_name, username, missiles, free_spins, joined_at,
       last_seen_at)
       ${numbers(count)}
       SELECT 1000000 + i, u.id, 'Player ' || i, 'player' || i, i % 50, 1, ${time(count, now)}, ${time(count, now)}
         FROM n JOIN users AS u ON u.id = (SELECT max(id) FROM users) - i`,
  );
}

function addTrail(client: Database, count: number, now: number): void {
  const at = time(count, now);
  client.run(
    `INSERT INTO audit_entries (actor_kind, actor, action, subject, details, created_at)
       ${numbers(count)}
       SELECT iif(i % 2, 'operator', 'job'), 'actor-' || i % 20, iif(i % 3, 'key.set', 'conversion.settle'),
         'subject:' || i, '{}', ${at} FROM n`,
  );
  client.run(
    `INSERT INTO request_log (request_id, at, route, status, caller, refusal, duration_ms, idempotency_key)
       ${numbers(count)}
       SELECT 'req_seed' || i, ${at}, 'POST /api/salutes/credit', iif(i % 20, 200, 403),
         'pk_live_' || printf('%016x', 1 + i % 1000), iif(i % 20, NULL, 'scope_missing'), 2,
         iif(i % 20, 'order-' || i, NULL) FROM n`,
  );
}

/** Three routes of each key by day, and of all requests together by day and by hour, as long as they are kept. */
function addUsage(client: Database, now: number): void {
  const histogram = new Map<number, number>();
  for (let ms = 1; ms < 40; ms++) countInBucket(histogram, toBucket(ms));
  const text = encodeHistogram(histogram);
  const add = (keys: string, span: number, count: number) =>
    client.run(
      `INSERT OR IGNORE INTO usage_rollups (key_id, span_minutes, start_minute, route, requests, errors, server_errors,
         rate_limited, histogram)
         ${numbers(count)}, routes (route) AS (VALUES ('POST /api/salutes/credit'), ('GET /api/salutes/balance'),
           ('GET /api/salutes/ledger'))
         SELECT key_id, ${span}, ${Math.floor(now / MINUTE_MS / span) * span} - i * ${span}, route, 1000, 10, 1, 2, ?
           FROM (${keys}), routes, n`,
      [text],
    );
  add("SELECT key_id FROM partner_keys", 1440, 35);
  add("SELECT '*' AS key_id", 1440, 90);
  add("SELECT '*' AS key_id", 60, 35 * 24);
}

/** Closings of finished months, as the job verifies them. */
function addClosings(client: Database, now: number): void {
  client.run(
    `INSERT INTO ledger_closings (month, partner_id, opening, closing, entries, verified_at)
       SELECT month, partner_id, sum(net) OVER before - net, sum(net) OVER before, entries, ${now}
         FROM (SELECT month, partner_id, sum(credited - debited) AS net, sum(credits + debits) AS entries
           FROM ledger_months GROUP BY 1, 2)
         WHERE month < strftime('%Y-%m', ${now} / 1000, 'unixepoch')
         WINDOW before AS (PARTITION BY partner_id ORDER BY month)`,
  );
}

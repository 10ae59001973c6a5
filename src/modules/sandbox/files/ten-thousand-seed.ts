import { SANDBOX_PARTNER_ID } from "../../../db/files.ts";
import type { Tx } from "../../../db/sql.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { SANDBOX_START_MS } from "./profile.ts";

/** Users of the state, those of `standard-v1` included. */
export const USER_COUNT = 10_000;

/** An hour before the sandbox clock starts. */
const MADE_AT = SANDBOX_START_MS - HOUR_MS;
/** Balances repeat after this many users, from 1.00 to 500.00. */
const DIFFERENT_BALANCES = 500;

const ROWS = "WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";

/** First two letters of all texts, and the status: see user-search. */
const PREFIXES = JSON.stringify(["sactive", "tu", "tus"]);

/**
 * Adds users to `standard-v1`, by statements for many rows because verbs would take seconds: `user-4` and so on, each
 * active, without wallets, and with one credit as balance. They have no events.
 * @param from first id, and `to` the last; both included
 */
export function seedUsers(tx: Tx, from: number, to: number): void {
  tx.run(
    `${ROWS} INSERT INTO users (id, partner_id, external_id, username, display_name, status, balance, created_at, updated_at)
       SELECT i, ${SANDBOX_PARTNER_ID}, 'user-' || i, 'user' || i, 'User ' || i, 'active', 0, ?3, ?3 FROM n`,
    from,
    to,
    MADE_AT,
  );
  tx.run(
    `INSERT INTO ledger_entries (id, partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key,
       payload_hash, status, partner_key_id, created_at)
       SELECT (SELECT max(id) FROM ledger_entries) + row_number() OVER (ORDER BY id), partner_id, id,
         100 * (1 + id % ?3), 100 * (1 + id % ?3), 'welcome', 'seed', 'partner', 'seed-' || external_id || '-1', '', 200,
         'pk_sandbox_seed', created_at
       FROM users WHERE id BETWEEN ?1 AND ?2 ORDER BY id`,
    from,
    to,
    DIFFERENT_BALANCES,
  );
  tx.run(
    "UPDATE users SET balance = 100 * (1 + id % ?3) WHERE id BETWEEN ?1 AND ?2",
    from,
    to,
    DIFFERENT_BALANCES,
  );
  tx.run(
    `INSERT INTO user_prefixes (partner_id, prefix, user_id) SELECT partner_id, value, users.id
       FROM users JOIN json_each(?3) WHERE users.id BETWEEN ?1 AND ?2`,
    from,
    to,
    PREFIXES,
  );
  tx.run(
    `INSERT INTO users_fts (rowid, username, display_name, external_id, email)
       SELECT (partner_id << 36) + id, username, lower(display_name), external_id, NULL FROM users WHERE id BETWEEN ?1 AND ?2`,
    from,
    to,
  );
}

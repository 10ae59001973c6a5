import { Database } from "bun:sqlite";
import { toWeek } from "../../../src/modules/messenger/leaderboard/rules.ts";
import { groupScores } from "../../harness/data/leaderboard.ts";

export interface Load {
  players: number;
  /** Rounds per player, with a revealed seed. */
  rounds: number;
  /** Number of players with a session and a balance. */
  sessions: number;
}

const FIRST_ID = 1_000_000;
const FIRST_TELEGRAM_ID = 5_000_000_000;
const CHUNK = 50_000;
const PURSE = 1_000_000_000;

/** The session token of the n-th player, from 0. */
export function toToken(n: number): string {
  return `mps_bench-${n}`;
}

/** Fills a stopped server's live.db in chunks, with constant memory. */
export function fill(path: string, { players, rounds, sessions }: Load): void {
  const db = new Database(path);
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA cache_size = -64000");
  const now = Date.now();
  const { id: house } = db.query("SELECT id FROM partners WHERE name = 'house'").get() as { id: number };
  const { id: setup } = db.query("SELECT setup_id AS id FROM messenger_wheel_campaigns LIMIT 1").get() as {
    id: number;
  };
  const facts = { house, setup, now, rounds };
  for (let from = 0; from < players; from += CHUNK) {
    const to = Math.min(players, from + CHUNK);
    db.transaction(() => addPlayers(db, { from, to }, facts))();
  }
  db.transaction(() => addSessions(db, sessions, facts))();
  db.transaction(() => groupScores(db, toWeek(now)))();
  db.run("ANALYZE");
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

interface Facts {
  house: number;
  setup: number;
  now: number;
  rounds: number;
}

function addPlayers(db: Database, { from, to }: { from: number; to: number }, facts: Facts): void {
  const { house, now, rounds, setup } = facts;
  const n = `WITH RECURSIVE n(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM n WHERE n + 1 < ${to})`;
  db.run(`INSERT INTO users (id, partner_id, external_id, username, display_name, email, status, balance, created_at, updated_at)
    ${n} SELECT ${FIRST_ID} + n, ${house}, 'tg:' || (${FIRST_TELEGRAM_ID} + n), NULL, 'Player ' || n, NULL, 'active', 0, ${now}, ${now} FROM n`);
  db.run(`INSERT INTO messenger_players (id, telegram_id, user_id, first_name, language_code, missiles, free_spins, joined_at, last_seen_at)
    ${n} SELECT ${FIRST_ID} + n, ${FIRST_TELEGRAM_ID} + n, ${FIRST_ID} + n, 'Player ' || n, 'en', 0, 0, ${now}, ${now} FROM n`);
  db.run(`INSERT INTO messenger_scores (week, player_id, negated_score, reached_at, first_name)
    ${n} SELECT ${toWeek(now)}, ${FIRST_ID} + n, -1 - abs(random()) % 5000000, ${now} - n, 'Player ' || n FROM n`);
  if (rounds === 0) return;
  db.run(`INSERT INTO messenger_seeds (id, player_id, server_seed_hash, server_seed, client_seed, client_seed_source, next_nonce, created_at, revealed_at)
    ${n} SELECT ${FIRST_ID} + n, ${FIRST_ID} + n, lower(hex(randomblob(32))), lower(hex(randomblob(32))), 'bench', 'player', ${rounds + 1}, ${now}, ${now} FROM n`);
  db.run(`INSERT INTO messenger_rounds (player_id, setup_id, game_key, seed_id, nonce, client_seed, client_seed_source, state, paid_with,
      cost, segment_index, revealed, found, earned, created_at, ended_at)
    ${n}, r(r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM r WHERE r < ${rounds})
    SELECT ${FIRST_ID} + n, ${setup}, 'spin-wheel', ${FIRST_ID} + n, r, 'bench', 'player', 'done', 'free', 0, 2, '[]', 0, 0, ${now}, ${now}
      FROM n, r`);
}

/** Adds a ledger entry per balance, which plays verify. */
function addSessions(db: Database, sessions: number, { house, now }: Facts): void {
  const addSession = db.prepare("INSERT INTO messenger_sessions VALUES (?, ?, ?, ?)");
  const addEntry =
    db.prepare(`INSERT INTO ledger_entries (partner_id, user_id, delta, balance_after, reason, source, origin,
    idempotency_key, payload_hash, status, created_at) VALUES (?, ?, ?, ?, 'bench', 'bench', 'system', ?, '', 200, ?)`);
  for (let n = 0; n < sessions; n++) {
    const hash = new Bun.CryptoHasher("sha256").update(toToken(n)).digest("hex");
    addSession.run(hash, FIRST_ID + n, now, now + 86_400_000);
    addEntry.run(house, FIRST_ID + n, PURSE, PURSE, `bench:${n}`, now);
  }
  db.run(`UPDATE users SET balance = ${PURSE} WHERE id >= ${FIRST_ID} AND id < ${FIRST_ID + sessions}`);
}

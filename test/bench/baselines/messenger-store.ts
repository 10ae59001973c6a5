import { Database } from "bun:sqlite";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Statements of the raw mini-app, on a copy of salute's tables. */
const [path = ""] = process.argv.slice(2);
export const db = new Database(path);
for (const pragma of [
  "synchronous = FULL",
  "wal_autocheckpoint = 4000",
  "cache_size = -32000",
  "foreign_keys = ON",
])
  db.run(`PRAGMA ${pragma}`);

export const { id: house } = db.query("SELECT id FROM partners WHERE name = 'house'").get() as { id: number };

export const findSession =
  db.prepare(`SELECT p.*, s.expires_at, u.balance, u.external_id FROM messenger_sessions AS s
  JOIN messenger_players AS p ON p.id = s.player_id JOIN users AS u ON u.id = p.user_id WHERE s.token_hash = ?`);
export const findPlayer =
  db.prepare(`SELECT p.*, u.balance, u.external_id FROM messenger_players AS p JOIN users AS u ON u.id = p.user_id
  WHERE p.id = ? AND u.status = 'active'`);
export const findAnswer = db.prepare(
  "SELECT payload_hash, answer FROM messenger_answers WHERE player_id = ? AND idempotency_key = ?",
);
export const findPause = db.prepare("SELECT 1 FROM messenger_pauses WHERE game_key = 'spin-wheel'");
export const findWheel =
  db.prepare(`SELECT w.*, s.setup FROM messenger_wheel_campaigns AS w JOIN messenger_setups AS s ON s.id = w.setup_id
  WHERE w.enabled = 1 AND (w.starts_at IS NULL OR w.starts_at <= ?1) AND (w.ends_at IS NULL OR w.ends_at > ?1)
  ORDER BY w.starts_at DESC NULLS LAST, w.key LIMIT 1`);
export const findSeed = db.prepare(
  "SELECT * FROM messenger_seeds WHERE player_id = ? AND revealed_at IS NULL",
);
export const addSeed =
  db.prepare(`INSERT INTO messenger_seeds (player_id, server_seed_hash, server_seed_sealed, client_seed, client_seed_source,
  next_nonce, created_at) VALUES (?, ?, ?, ?, 'server', 1, ?)`);
export const useSeed = db.prepare("UPDATE messenger_seeds SET next_nonce = next_nonce + 1 WHERE id = ?");
export const addRound =
  db.prepare(`INSERT INTO messenger_rounds (player_id, setup_id, game_key, seed_id, nonce, client_seed,
  client_seed_source, state, paid_with, cost, segment_index, revealed, found, earned, created_at, ended_at)
  VALUES (?, ?, 'spin-wheel', ?, ?, ?, 'server', 'done', 'salutes', ?, ?, '[]', 0, ?, ?, ?)`);
export const addEntry =
  db.prepare(`INSERT INTO ledger_entries (partner_id, user_id, delta, balance_after, reason, source, origin,
  idempotency_key, payload_hash, status, created_at) VALUES (?, ?, ?, ?, 'miniapp.wheel', 'miniapp', 'system', ?, '', 200, ?)`);
export const setBalance = db.prepare("UPDATE users SET balance = ?, updated_at = ? WHERE id = ?");
export const addEvent = db.prepare(
  `INSERT INTO events (uid, partner_id, sequence, event_type, data, fanout_count, created_at)
     VALUES (?, ?, (SELECT 1 + count(*) FROM events), ?, ?, 0, ?)`,
);
export const addTokens =
  db.prepare(`INSERT INTO messenger_entries (player_id, kind, delta, balance_after, reason, cause, created_at)
  VALUES (?, ?, ?, ?, 'miniapp.wheel', ?, ?)`);
export const setTokens = db.prepare("UPDATE messenger_players SET missiles = ?, free_spins = ? WHERE id = ?");
export const findScore = db.prepare(
  "SELECT negated_score, reached_at FROM messenger_scores WHERE week = ? AND player_id = ?",
);
export const addScore =
  db.prepare(`INSERT INTO messenger_scores (week, player_id, negated_score, reached_at, first_name)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET negated_score = negated_score + excluded.negated_score,
  reached_at = excluded.reached_at, first_name = excluded.first_name`);
export const findGroup = db.prepare(`SELECT negated_score, reached_at, player_id FROM messenger_score_groups
  WHERE week = ? AND level = ? AND (negated_score, reached_at, player_id) <= (?, ?, ?)
  ORDER BY negated_score DESC, reached_at DESC, player_id DESC LIMIT 1`);
export const setGroup = db.prepare(`UPDATE messenger_score_groups SET players = players + ?
  WHERE week = ? AND level = ? AND negated_score = ? AND reached_at = ? AND player_id = ?`);
export const addPlayerDay =
  db.prepare(`INSERT INTO messenger_player_days (player_id, day, wheel_rounds, grid_rounds, earned) VALUES (?, ?, 1, 0, ?)
  ON CONFLICT DO UPDATE SET wheel_rounds = wheel_rounds + 1, earned = earned + excluded.earned RETURNING wheel_rounds`);
export const addActive =
  db.prepare(`INSERT INTO messenger_active_days (day, game_key, players) VALUES (?, 'spin-wheel', 1), (?, 'all', 1)
  ON CONFLICT DO UPDATE SET players = players + 1`);
export const addFlow =
  db.prepare(`INSERT INTO messenger_setup_days (day, setup_id, rounds, spent_salutes, spent_missiles, spent_free_spins,
  paid_salutes, paid_missiles, paid_free_spins) VALUES (?, ?, 1, ?, 0, 0, ?, ?, ?) ON CONFLICT DO UPDATE SET rounds = rounds + 1,
  spent_salutes = spent_salutes + excluded.spent_salutes, paid_salutes = paid_salutes + excluded.paid_salutes,
  paid_missiles = paid_missiles + excluded.paid_missiles, paid_free_spins = paid_free_spins + excluded.paid_free_spins`);
export const addOutcome =
  db.prepare(`INSERT INTO messenger_outcomes (setup_id, outcome, day, rounds) VALUES (?, ?, ?, 1)
  ON CONFLICT DO UPDATE SET rounds = rounds + 1`);
export const addTotal =
  db.prepare(`INSERT INTO messenger_setup_totals (setup_id, rounds, value) VALUES (?, 1, ?)
  ON CONFLICT DO UPDATE SET rounds = rounds + 1, value = value + excluded.value RETURNING rounds, value`);
export const findMissions =
  db.prepare(`SELECT e.id FROM mission_enrollments e JOIN missions m ON m.id = e.mission_id
  WHERE e.player_id = ? AND e.state = 'active' AND m.goal_kind IN ('spins', 'streak_days', 'salutes_earned')`);
export const addAnswer = db.prepare("INSERT INTO messenger_answers VALUES (?, ?, ?, ?, ?)");

const begin = db.prepare("BEGIN IMMEDIATE");
const commit = db.prepare("COMMIT");
const savepoint = db.prepare("SAVEPOINT s");
const release = db.prepare("RELEASE s");

let waiting: { work: () => object; resolve: (answer: object) => void }[] = [];

function flush(): void {
  const batch = waiting;
  waiting = [];
  begin.run();
  const answers = batch.map(({ work }) => {
    savepoint.run();
    const answer = work();
    release.run();
    return answer;
  });
  commit.run();
  for (const [index, { resolve }] of batch.entries()) resolve(answers[index] ?? {});
}

/** Runs all work of one turn of the event loop in one transaction. */
export function inSharedCommit(work: () => object): Promise<object> {
  return new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ work, resolve });
  });
}

export interface Row {
  [name: string]: number | string | null;
}

export const sha256 = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");

const key = randomBytes(32);

export function commitSeed(player: number, now: number): Row {
  const [seed, iv] = [randomBytes(32).toString("hex"), randomBytes(12)];
  const hash = sha256(seed);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(hash));
  const body = Buffer.concat([iv, cipher.update(seed, "utf8"), cipher.final(), cipher.getAuthTag()]);
  addSeed.run(player, hash, body.toString("base64url"), randomBytes(8).toString("hex"), now);
  return findSeed.get(player) as Row;
}

export function open(seed: Row): string {
  const body = Buffer.from(String(seed.server_seed_sealed), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, body.subarray(0, 12)).setAAD(
    Buffer.from(String(seed.server_seed_hash)),
  );
  decipher.setAuthTag(body.subarray(body.length - 16));
  return decipher.update(body.subarray(12, body.length - 16)).toString("utf8") + decipher.final("utf8");
}

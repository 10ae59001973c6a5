import { Database } from "bun:sqlite";
import { timingSafeEqual } from "node:crypto";

/**
 * Baseline of the main benchmark: signed credits, one by one and in batches, signed balance reads and cached public reads,
 * written by hand on Bun.serve and bun:sqlite, without scopes, rate limits or logs.
 * Usage: raw-server.ts DATABASE KEY_ID SECRET USERS; prints its port.
 */
const [path = "", keyId = "", secret = "", users = "200"] = process.argv.slice(2);
const db = new Database(path, { create: true, strict: true });
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = FULL");
db.run("PRAGMA foreign_keys = ON");
db.run("PRAGMA temp_store = MEMORY");
for (const table of [
  "users (id INTEGER PRIMARY KEY, external_id TEXT NOT NULL UNIQUE)",
  "balances (user_id INTEGER PRIMARY KEY REFERENCES users (id), balance INTEGER NOT NULL CHECK (balance >= 0))",
  "nonces (key_id TEXT NOT NULL, nonce TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key_id, nonce)) WITHOUT ROWID",
  "idempotency (key_id TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key_id, key)) WITHOUT ROWID",
  "ledger (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users (id), delta INTEGER NOT NULL, balance_after INTEGER NOT NULL, reason TEXT NOT NULL, source TEXT NOT NULL, key TEXT NOT NULL, key_id TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (key_id, key))",
  "events (id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, event_type TEXT NOT NULL, data TEXT NOT NULL, created_at INTEGER NOT NULL)",
])
  db.run(`CREATE TABLE ${table}`);
db.run("CREATE INDEX ledger_by_user ON ledger (user_id, id)");
db.transaction(() => {
  for (let id = 1; id <= Number(users); id++) {
    db.query("INSERT INTO users VALUES (?, ?)").run(id, `u${id}`);
    db.query("INSERT INTO balances VALUES (?, 0)").run(id);
  }
})();

const takeNonce = db.prepare("INSERT INTO nonces VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
const findRecord = db.prepare("SELECT body FROM idempotency WHERE key_id = ? AND key = ?");
const addRecord = db.prepare("INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?)");
const findBalance = db.prepare<{ balance: number }, [number]>(
  "SELECT balance FROM balances WHERE user_id = ?",
);
const setBalance = db.prepare("UPDATE balances SET balance = ? WHERE user_id = ?");
const addEntry = db.prepare(
  "INSERT INTO ledger (user_id, delta, balance_after, reason, source, key, key_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
);
const addEvent = db.prepare(
  "INSERT INTO events (event_id, event_type, data, created_at) VALUES (?, ?, ?, ?)",
);
const begin = db.prepare("BEGIN IMMEDIATE");
const commit = db.prepare("COMMIT");
const rollback = db.prepare("ROLLBACK");

interface Answer {
  status: number;
  body: string;
}

interface Entry {
  user: number;
  amount: number;
  reason: string;
  source: string;
  key: string;
  fingerprint: string;
}

interface Credit extends Entry {
  nonce: string;
  resolve: (answer: Answer) => void;
}

function failure(status: number, error: string): Answer {
  return { status, body: `{"success":false,"error":"${error}"}` };
}

function credit(job: Credit, now: number): Answer {
  if (takeNonce.run(keyId, job.nonce, now).changes === 0) return failure(409, "replay_detected");
  return post(job, now);
}

function post(job: Entry, now: number): Answer {
  if (findRecord.get(keyId, job.key) !== null) return failure(409, "idempotency_replay");
  const row = findBalance.get(job.user);
  if (row === null) return failure(404, "user_not_found");
  const after = row.balance + job.amount;
  setBalance.run(after, job.user);
  const { user, amount, reason, source, key } = job;
  const id = Number(addEntry.run(user, amount, after, reason, source, key, keyId, now).lastInsertRowid);
  const body = `{"success":true,"user_id":"${user}","balance":${after / 100},"delta":${amount / 100},"ledger_entry_id":${id},"idempotency_key":${JSON.stringify(key)}}`;
  addRecord.run(keyId, key, job.fingerprint, 200, body, now);
  addEvent.run(newEventId(now), "salutes.credit", body, now);
  return { status: 200, body };
}

let queue: Credit[] = [];

function flush(): void {
  const batch = queue;
  queue = [];
  const now = Date.now();
  let answers: Answer[];
  begin.run();
  try {
    answers = batch.map((job) => credit(job, now));
    commit.run();
  } catch (error) {
    rollback.run();
    console.error(error);
    answers = batch.map(() => failure(500, "server_error"));
  }
  for (const [index, job] of batch.entries()) job.resolve(answers[index] ?? failure(500, "server_error"));
}

function write(job: Omit<Credit, "resolve">): Promise<Answer> {
  return new Promise((resolve) => {
    if (queue.push({ ...job, resolve }) === 1) setImmediate(flush);
  });
}

/** All in one commit. */
function postBatch(items: readonly Entry[], { nonce, key, fingerprint }: Sent): Answer {
  const now = Date.now();
  begin.run();
  try {
    if (takeNonce.run(keyId, nonce, now).changes === 0) throw new Error("replay_detected");
    const body = `{"success":true,"results":[${items.map((item) => post(item, now).body).join(",")}]}`;
    addRecord.run(keyId, key, fingerprint, 200, body, now);
    commit.run();
    return { status: 200, body };
  } catch (error) {
    rollback.run();
    console.error(error);
    return failure(500, "server_error");
  }
}

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
let serial = 0;

function newEventId(now: number): string {
  let text = "";
  for (let time = now, i = 0; i < 10; i++, time = Math.floor(time / 32)) text = ALPHABET[time % 32] + text;
  const next = ++serial >>> 0;
  let tail = "";
  for (let i = 0; i < 16; i++) tail = ALPHABET[(i < 7 ? next >>> (5 * i) : Math.random() * 32) & 31] + tail;
  return `evt_${text}${tail}`;
}

const NO_BODY_HASH = new Bun.CryptoHasher("sha256").update("").digest("hex");

function isSigned({ headers, method }: Request, target: string, bodyHash: string): boolean {
  const timestamp = headers.get("x-partner-timestamp") ?? "";
  if (headers.get("x-partner-key") !== keyId || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300)
    return false;
  const canonical = `${method}\n${target}\n${timestamp}\n${headers.get("x-partner-nonce") ?? ""}\n${bodyHash}`;
  const wanted = new Bun.CryptoHasher("sha256", secret).update(canonical).digest();
  const given = Buffer.from(headers.get("x-partner-signature") ?? "", "hex");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const JSON_HEADERS = { "Content-Type": "application/json" };
const STATS = JSON.stringify({
  success: true,
  stats: {
    total_supply: 1000000000,
    circulating_supply: 812345678.12,
    holders: 4231,
    holders_cached: 4231,
    holders_onchain_lower_bound: 20,
    holders_source: "cache",
    volume_24h: 12345.67,
  },
  cache: {
    source: "holder_cache",
    available: true,
    enabled: true,
    reason: null,
    cached_at_utc: "2026-01-01T00:00:00Z",
    age_hours: 0.1,
    max_age_hours: 1,
    source_error: null,
    proof_url: "/api/public/public-stats-cache-freshness.json",
    proof_csv_url: "/api/public/public-stats-cache-freshness.csv",
    proof_page_url: "/proofs",
  },
});
const STATS_HEADERS = {
  "Content-Type": "application/json",
  ETag: `"${Bun.hash(STATS).toString(16)}"`,
  "Last-Modified": new Date().toUTCString(),
  "Cache-Control": "public, max-age=30",
  "Access-Control-Allow-Origin": "*",
};

function respond({ status, body }: Answer): Response {
  return new Response(body, { status, headers: JSON_HEADERS });
}

function readStats(request: Request): Response {
  if (request.headers.get("if-none-match") === STATS_HEADERS.ETag)
    return new Response(null, { status: 304, headers: STATS_HEADERS });
  return new Response(STATS, { headers: STATS_HEADERS });
}

const BALANCE_PATH = "/api/salutes/balance?user_id=";

function readBalance(request: Request, target: string): Answer {
  if (!isSigned(request, target, NO_BODY_HASH)) return failure(401, "unauthorized");
  const id = Number(target.slice(BALANCE_PATH.length));
  const row = findBalance.get(id);
  if (row === null) return failure(404, "user_not_found");
  const body = `{"success":true,"user_id":"${id}","balance":${row.balance / 100},"partner_key_id":"${keyId}"}`;
  return { status: 200, body };
}

/** A signed change before its body is read. */
interface Sent {
  text: string;
  nonce: string;
  key: string;
  fingerprint: string;
}

async function readChange(request: Request, target: string): Promise<Sent | Answer> {
  const text = await request.text();
  const fingerprint = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  if (!isSigned(request, target, fingerprint)) return failure(401, "unauthorized");
  const key = request.headers.get("idempotency-key");
  const nonce = request.headers.get("x-partner-nonce");
  return key === null || nonce === null ? failure(400, "nonce_required") : { text, nonce, key, fingerprint };
}

function readEntry(
  { user_id, amount, reason, source }: Record<string, unknown>,
  own: Pick<Entry, "key" | "fingerprint">,
): Entry | null {
  const hundredths = Math.round(Number(amount) * 100);
  if (typeof user_id !== "string" || !(hundredths > 0) || typeof reason !== "string") return null;
  const told = typeof source === "string" ? source : "api";
  return { user: Number(user_id), amount: hundredths, reason, source: told, ...own };
}

async function takeCredit(request: Request, target: string): Promise<Answer> {
  const sent = await readChange(request, target);
  if ("status" in sent) return sent;
  const { text, nonce, key, fingerprint } = sent;
  const entry = readEntry(JSON.parse(text), { key, fingerprint });
  return entry === null ? failure(400, "invalid_payload") : write({ ...entry, nonce });
}

async function takeBatch(request: Request, target: string): Promise<Answer> {
  const sent = await readChange(request, target);
  if ("status" in sent) return sent;
  const { items } = JSON.parse(sent.text) as { items: Record<string, unknown>[] };
  const entries = items.map((item) => {
    const fingerprint = new Bun.CryptoHasher("sha256").update(JSON.stringify(item)).digest("hex");
    return readEntry(item, { key: String(item.idempotency_key), fingerprint });
  });
  const valid = entries.filter((entry) => entry !== null);
  return valid.length < entries.length ? failure(400, "invalid_payload") : postBatch(valid, sent);
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const target = request.url.slice(request.url.indexOf("/", 8));
    if (target === "/api/public-stats") return readStats(request);
    if (target.startsWith(BALANCE_PATH)) return respond(readBalance(request, target));
    if (target === "/api/salutes/credit" && request.method === "POST")
      return respond(await takeCredit(request, target));
    if (target === "/api/salutes/batch" && request.method === "POST")
      return respond(await takeBatch(request, target));
    if (target === "/healthz") return new Response('{"success":true}', { headers: JSON_HEADERS });
    return new Response("", { status: 404 });
  },
});
console.log(server.port);
process.on("SIGTERM", () => {
  void server.stop(true);
  db.close();
  process.exit(0);
});

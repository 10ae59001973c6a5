import { Database, type Statement } from "bun:sqlite";
import { timingSafeEqual } from "node:crypto";

/**
 * The baseline: the same work with nothing of ours, as one would write it for speed alone. Bun.serve, bun:sqlite, the
 * same pragmas, prepared statements, one transaction for all requests of a turn of the event loop. It verifies the
 * signature, takes the nonce, looks the idempotency key up, and writes entry, balance, record and event.
 * Usage: raw-server.ts DATABASE KEY_ID SECRET; prints its port.
 */
const [path = "", keyId = "", secret = ""] = process.argv.slice(2);
const db = new Database(path, { create: true });
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = FULL");
db.run("PRAGMA wal_autocheckpoint = 4000");
db.run("PRAGMA cache_size = -32000");
db.run("CREATE TABLE keys (id TEXT PRIMARY KEY, secret TEXT) STRICT");
db.run(
  "CREATE TABLE users (id INTEGER PRIMARY KEY, external_id TEXT UNIQUE, balance INTEGER NOT NULL CHECK (balance >= 0)) STRICT",
);
db.run(
  "CREATE TABLE nonces (key_id TEXT, nonce TEXT, used_at INTEGER, PRIMARY KEY (key_id, nonce)) STRICT, WITHOUT ROWID",
);
db.run("CREATE INDEX nonces_by_age ON nonces (used_at)");
db.run(
  "CREATE TABLE records (key TEXT PRIMARY KEY, hash TEXT, body TEXT, created_at INTEGER) STRICT, WITHOUT ROWID",
);
db.run("CREATE INDEX records_by_age ON records (created_at)");
db.run(
  "CREATE TABLE entries (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, delta INTEGER, balance_after INTEGER, reason TEXT, source TEXT, key TEXT UNIQUE, hash TEXT, key_id TEXT, created_at INTEGER) STRICT",
);
db.run("CREATE INDEX entries_by_user ON entries (user_id, id)");
db.run(
  "CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT UNIQUE, type TEXT, data TEXT, created_at INTEGER) STRICT",
);
db.run("INSERT INTO keys VALUES (?, ?)", [keyId, secret]);
db.run("INSERT INTO users VALUES (1, 'demo-user', 0)");

const findKey = db.prepare("SELECT secret FROM keys WHERE id = ?");
const findUser = db.prepare("SELECT id, balance FROM users WHERE external_id = ?");
const takeNonce = db.prepare("INSERT INTO nonces VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
const findRecord = db.prepare("SELECT hash, body FROM records WHERE key = ?");
const setBalance = db.prepare("UPDATE users SET balance = ? WHERE id = ?");
const addEntry = db.prepare(
  "INSERT INTO entries (user_id, delta, balance_after, reason, source, key, hash, key_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
);
const addRecord = db.prepare("INSERT INTO records VALUES (?, ?, ?, ?)");
const addEvent = db.prepare("INSERT INTO events (uid, type, data, created_at) VALUES (?, ?, ?, ?)");
const [begin, commit, savepoint, release] = ["BEGIN IMMEDIATE", "COMMIT", "SAVEPOINT s", "RELEASE s"].map(
  (sql) => db.prepare(sql),
) as [Statement, Statement, Statement, Statement];

let requestCount = 0;

/** The headers that the interface asks of every answer are part of the same work. */
const json = (request: Request, status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: headersOf(request) });

function headersOf(request: Request): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": request.headers.get("x-request-id") ?? `req_${++requestCount}`,
    "x-content-type-options": "nosniff",
  };
}

function isSigned(request: Request, target: string, body: Uint8Array): boolean {
  const { headers } = request;
  const row = findKey.get(headers.get("x-partner-key") ?? "") as { secret: string } | null;
  const timestamp = headers.get("x-partner-timestamp") ?? "";
  if (row === null || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const hash = new Bun.CryptoHasher("sha256").update(body).digest("hex");
  const canonical = `${request.method}\n${target}\n${timestamp}\n${headers.get("x-partner-nonce") ?? ""}\n${hash}`;
  const expected = new Bun.CryptoHasher("sha256", row.secret).update(canonical).digest("hex");
  const given = headers.get("x-partner-signature") ?? "";
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

interface Waiting {
  work: () => object;
  resolve: (answer: object) => void;
}
let waiting: Waiting[] = [];

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

function inSharedCommit(work: () => object): Promise<object> {
  return new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ work, resolve });
  });
}

const NOTHING = new Uint8Array(0);

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const target = request.url.slice(request.url.indexOf("/", 8));
    if (target === "/healthz") {
      const headers = { ...headersOf(request), "access-control-allow-origin": "*" };
      return new Response(JSON.stringify({ success: true, status: "ok" }), { status: 200, headers });
    }
    const bytes = request.method === "GET" ? NOTHING : new Uint8Array(await request.arrayBuffer());
    if (!isSigned(request, target, bytes)) return json(request, 401, { success: false });
    if (target.startsWith("/api/salutes/balance")) {
      const user = findUser.get(decodeURIComponent(target.slice(target.indexOf("=") + 1)).slice(4)) as {
        id: number;
        balance: number;
      };
      return json(request, 200, {
        success: true,
        user_id: String(user.id),
        balance: user.balance / 100,
        partner_key_id: keyId,
      });
    }
    const body = JSON.parse(new TextDecoder().decode(bytes)) as {
      user_id: string;
      amount: number;
      reason: string;
      source: string;
    };
    const nonce = request.headers.get("x-partner-nonce") ?? "";
    const key = request.headers.get("idempotency-key") ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(`POST\n${target}\n`).update(bytes).digest("hex");
    const answer = await inSharedCommit(() => {
      const now = Date.now();
      if (takeNonce.run(keyId, nonce, now).changes === 0 || findRecord.get(key) !== null)
        return { success: false };
      const user = findUser.get(body.user_id.slice(4)) as { id: number; balance: number };
      const delta = Math.round(body.amount * 100);
      const balance = user.balance + delta;
      setBalance.run(balance, user.id);
      const entry = Number(
        addEntry.run(user.id, delta, balance, body.reason, body.source, key, hash, keyId, now)
          .lastInsertRowid,
      );
      const made = {
        success: true,
        user_id: String(user.id),
        balance: balance / 100,
        delta: delta / 100,
        ledger_entry_id: entry,
        idempotency_key: key,
      };
      addEvent.run(
        `evt_${key}`,
        "salutes.credit",
        JSON.stringify({ ...made, reason: body.reason, source: body.source }),
        now,
      );
      addRecord.run(key, hash, JSON.stringify(made), now);
      return made;
    });
    return json(request, 200, answer);
  },
});
console.log(server.port);
process.on("SIGTERM", () => process.exit(0));

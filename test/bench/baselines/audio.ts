import { Database } from "bun:sqlite";

/**
 * Baseline for share links: Bun.serve and bun:sqlite, optimised for speed alone. Link answers are fixed bytes. For a
 * short link it reads the link, checks its state, counts the click once per visitor, and writes clicks in batches.
 * Usage: audio.ts DATABASE ANSWER_FILE; prints its port.
 */
const [path = "", answerFile = ""] = process.argv.slice(2);
const db = new Database(path);
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = FULL");
db.run("PRAGMA cache_size = -32000");
db.run(
  "CREATE TABLE IF NOT EXISTS raw_clicks (link_id INTEGER, day INTEGER, clicks INTEGER, PRIMARY KEY (link_id, day)) STRICT, WITHOUT ROWID",
);
const find = db.prepare(
  "SELECT id, destination, expires_at, revoked_at FROM audio_share_links WHERE code = ?",
);
const add = db.prepare(
  "INSERT INTO raw_clicks VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks",
);
const addAll = db.transaction((cells: [number, number][]) => {
  const day = Math.floor(Date.now() / 86_400_000);
  for (const [id, clicks] of cells) add.run(id, day, clicks);
});

const seed = 7n;
const seen = new Map<bigint, number>();
let pending = new Map<number, number>();
setInterval(() => {
  if (pending.size === 0) return;
  const cells = [...pending];
  pending = new Map();
  addAll(cells);
}, 500);

const answer = await Bun.file(answerFile).text();
let requestCount = 0;

interface Link {
  id: number;
  destination: string;
  expires_at: number;
  revoked_at: number | null;
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { url } = request;
    const target = url.slice(url.indexOf("/", 8));
    const common = { "x-request-id": `req_${++requestCount}`, "x-content-type-options": "nosniff" };
    if (target.startsWith("/api/"))
      return new Response(answer, {
        headers: {
          ...common,
          "content-type": "application/json; charset=utf-8",
          "access-control-allow-origin": "*",
          "cache-control": "public, max-age=60",
        },
      });
    const link = find.get(target.slice("/s/audio/".length)) as Link | null;
    if (link === null || link.revoked_at !== null || link.expires_at <= Date.now())
      return new Response(null, { status: 404 });
    const agent = request.headers.get("user-agent");
    if (request.method === "GET" && agent !== null) {
      const visitor = Bun.hash.wyhash(`${link.id}\n${server.requestIP(request)?.address}\n${agent}`, seed);
      if (!seen.has(visitor)) seen.set(visitor, Date.now());
      pending.set(link.id, (pending.get(link.id) ?? 0) + 1);
    }
    return new Response(null, {
      status: 302,
      headers: {
        ...common,
        location: link.destination,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      },
    });
  },
});
console.log(server.port);
process.on("SIGTERM", () => process.exit(0));

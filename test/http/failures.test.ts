import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Server errors: the caller's answer, the log, and the state of the files afterwards. */

let world: World;
let key: IssuedKey;
let userId: number;

beforeEach(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const credit = (options = {}) =>
  world.call("POST", "/api/salutes/credit", {
    key,
    body: { user_id: userId, amount: 5, reason: "quest" },
    ...options,
  });
const balance = async () =>
  (await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key })).json.balance;
const logLine = (requestId: string) => {
  world.services.log.flush();
  return world.logged
    .map((line) => JSON.parse(line))
    .find((line) => line.message !== "request" && line.request_id === requestId);
};

describe("an unexpected error is 500 server_error", () => {
  test("in a read: the answer has a request id but not the cause, which is logged", async () => {
    await world.services.live.writer.run((tx) => tx.client.run("ALTER TABLE ledger_entries RENAME TO gone"));
    const answer = await world.call("GET", "/api/salutes/ledger", { key });
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({
      success: false,
      error: "server_error",
      message: expect.not.stringContaining("ledger_entries"),
      request_id: answer.headers.get("x-request-id"),
      retry_class: "retryable",
    });
    expect(answer.text).not.toMatch(/sqlite|no such table|\.ts\b|at /i);
    expect(logLine(answer.json.request_id).error).toContain("no such table: ledger_entries");
  });

  test("in a write: nothing is kept, and the same intent succeeds once the cause is fixed", async () => {
    await world.services.live.writer.run((tx) => tx.client.run("ALTER TABLE events RENAME TO gone"));
    const options = { idempotencyKey: "order-1" };
    const failed = await credit(options);
    expect([failed.status, failed.json.error]).toEqual([500, "server_error"]);
    expect(logLine(failed.json.request_id).error).toContain("no such table: events");
    await world.services.live.writer.run((tx) => tx.client.run("ALTER TABLE gone RENAME TO events"));
    expect(await balance()).toBe(0);
    expect((await credit(options)).status).toBe(200);
    expect(await balance()).toBe(5);
  });

  test("before authentication", async () => {
    world.services.http.findKey = () => {
      throw new Error("a fault of ours, with sk_live_details");
    };
    const answer = await world.call("GET", "/api/salutes/ledger", { key });
    expect([answer.status, answer.json.error]).toEqual([500, "server_error"]);
    expect(answer.text).not.toContain("details");
  });
});

describe("a temporarily unavailable database is 503 db_unavailable", () => {
  test("another process locks the file for longer than the writer's timeout", async () => {
    const other = new SqliteDatabase(world.services.live.path);
    other.run("BEGIN IMMEDIATE");
    const waiting = credit({ idempotencyKey: "order-1" });
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(await balance()).toBe(0);
    world.clock.advance(5_000);
    const answer = await waiting;
    expect([
      answer.status,
      answer.json.error,
      answer.json.retry_class,
      answer.headers.get("retry-after"),
    ]).toEqual([503, "db_unavailable", "retryable", "1"]);
    expect(logLine(answer.json.request_id).error).toContain("database is locked");
    other.run("ROLLBACK");
    other.close();
    expect((await credit({ idempotencyKey: "order-1" })).status).toBe(200);
    expect(await balance()).toBe(5);
  });

  test("a full disk refuses the whole batch; reads keep working, and writes once there is space", async () => {
    await world.services.live.writer.run((tx) => {
      const pages = tx.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
      tx.get(`PRAGMA max_page_count = ${pages}`);
    });
    const body = { user_id: userId, amount: 1, reason: "r".repeat(64), source: "s".repeat(64) };
    const answers = [];
    for (let round = 0; round < 40; round++) {
      const batch = await Promise.all(Array.from({ length: 10 }, () => credit({ body })));
      answers.push(...batch);
      if (batch.every((answer) => answer.status === 503)) break;
    }
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.json.error}`))).toEqual(
      new Set(["503 db_unavailable"]),
    );
    const credited = answers.length - refused.length;
    expect(await balance()).toBe(credited);
    await world.services.live.writer.run((tx) => tx.get("PRAGMA max_page_count = 1073741823"));
    expect((await credit({ body })).status).toBe(200);
    expect(await balance()).toBe(credited + 1);
    expect(world.services.live.read.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
    expect(world.services.live.read.get("SELECT count(*) AS entries FROM ledger_entries")).toEqual({
      entries: credited + 1,
    });
  });

  test("SQLite errors of locks, disks and memory are temporary; errors of the file or the statement are not", async () => {
    const statuses: Record<string, number> = {};
    for (const code of [...PASSING, ...LASTING]) {
      world.services.http.findKey = () => {
        throw Object.assign(new Error("as SQLite words it"), { code });
      };
      statuses[code] = (await world.call("GET", "/api/salutes/ledger", { key })).status;
    }
    expect(statuses).toEqual(
      Object.fromEntries([...PASSING.map((code) => [code, 503]), ...LASTING.map((code) => [code, 500])]),
    );
  });
});

const PASSING = [
  "SQLITE_BUSY",
  "SQLITE_BUSY_SNAPSHOT",
  "SQLITE_LOCKED",
  "SQLITE_PROTOCOL",
  "SQLITE_FULL",
  "SQLITE_IOERR_WRITE",
  "SQLITE_READONLY_DBMOVED",
  "SQLITE_CANTOPEN",
  "SQLITE_NOMEM",
];
const LASTING = ["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_ERROR"];

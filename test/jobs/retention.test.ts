import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../src/db/database.ts";
import type { Tx } from "../../src/db/sql.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kit/clock.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { keepNonce } from "../../src/modules/platform/idempotency/index.ts";
import { retention } from "../harness/app/jobs.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { attempt, broken, credit, lease } from "../modules/webhooks/deliveries/fixture.ts";

let world: World;
let key: IssuedKey;
let userId: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const run = (signal = new AbortController().signal) => retention.run(world.services, signal);

function count(table: string, db: Database = world.services.live): number {
  return db.read.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
}

const daysAgo = (days: number) => world.clock.now() - days * DAY_MS;

/** Inserts a row into each table for each age in days. */
function insertAged(tx: Tx, ages: number[]): void {
  for (const age of ages) {
    const at = daysAgo(age);
    keepNonce(tx, { key_id: "pk", nonce: `n${age}`, used_at: at });
    tx.run("INSERT INTO idempotency_records VALUES (1, ?, 'h', NULL, 200, '{}', ?)", `i${age}`, at);
    tx.run("INSERT INTO usage_minutes VALUES (?, 'pk', 'GET /', 1, 0, 0, 0, '')", Math.floor(at / MINUTE_MS));
    tx.run("INSERT INTO job_runs (job, trigger, status, started_at) VALUES ('x', 'schedule', 'ok', ?)", at);
    tx.run(
      "INSERT INTO wallet_challenges VALUES (?, 1, ?, 'w', 'd', 't', 0, 0, ?, NULL)",
      `c${age}`,
      userId,
      at,
    );
  }
}

describe("the retention job", () => {
  test("deletes expired rows and keeps others", async () => {
    await world.services.live.writer.run((tx) => {
      tx.run("DELETE FROM nonces");
      tx.run("DELETE FROM idempotency_records");
      insertAged(tx, [0, 6, 8, 29, 31, 34, 36, 89, 91]);
    });
    expect(await run()).toBe(
      "deleted 13 nonces and idempotency records, 1 job runs, 3 usage minutes, 7 wallet challenges",
    );
    expect({
      nonces: count("nonces"),
      idempotency_records: count("idempotency_records"),
      wallet_challenges: count("wallet_challenges"),
      usage_minutes: count("usage_minutes"),
      job_runs: count("job_runs"),
    }).toEqual({
      nonces: 1,
      idempotency_records: 4,
      wallet_challenges: 2,
      usage_minutes: 6,
      job_runs: 8,
    });
    expect(await run()).toBe("nothing expired");
  });

  test("never deletes ledger entries, whose references distinguish replays from conflicts for ever", async () => {
    const body = { user_id: userId, amount: 5, reason: "quest" };
    await world.call("POST", "/api/salutes/credit", { key, body, idempotencyKey: "order-1" });
    world.clock.advance(400 * DAY_MS);
    await run();
    expect([count("ledger_answers"), count("ledger_entries"), count("events")]).toEqual([0, 1, 0]);
    const again = await world.call("POST", "/api/salutes/credit", { key, body, idempotencyKey: "order-1" });
    expect([again.status, again.json.error]).toEqual([409, "idempotency_replay"]);
    expect(again.json.original).toMatchObject({ status: 200, body: null, ledger_entry_id: 1 });
  });

  test("pauses of deliveries are deleted 200 days after their end; those that last stay", async () => {
    await world.services.live.writer.run((tx) => {
      for (const [from, end] of [
        [900, 201],
        [900, 199],
        [900, null],
      ] as const)
        tx.run(
          "INSERT INTO delivery_pauses (reason, started_at, ended_at) VALUES ('stopped', ?, ?)",
          daysAgo(from),
          end === null ? null : daysAgo(end),
        );
    });
    expect(await run()).toBe("deleted 1 pauses of deliveries");
    expect(count("delivery_pauses")).toBe(2);
  });

  test("nonces are kept for 15 minutes and deleted within a day", async () => {
    const nonce = "a".repeat(32);
    const body = { user_id: userId, amount: 5, reason: "quest" };
    await world.call("POST", "/api/salutes/credit", { key, body, nonce });
    world.clock.advance(14 * MINUTE_MS);
    await run();
    const again = await world.call("POST", "/api/salutes/credit", { key, body, nonce });
    expect(again.json.error).toBe("replay_detected");
    world.clock.advance(16 * MINUTE_MS);
    await run();
    expect(count("nonces")).toBe(0);
  });

  test("deletes bearer tokens and links once they have expired", async () => {
    const { createOperator } = await import("../../src/modules/access/operators/index.ts");
    await world.services.live.writer.run((tx) =>
      createOperator(
        tx,
        { kind: "command", name: "test" },
        { baseUrl: "http://x", name: "ops", role: "viewer" },
      ),
    );
    world.clock.advance(DAY_MS + 1);
    expect(await run()).toContain("1 operator credentials");
    expect([count("operator_tokens"), count("operator_links")]).toEqual([1, 0]);
    world.clock.advance(90 * DAY_MS);
    await run();
    expect([count("operator_tokens"), count("operators")]).toEqual([0, 1]);
  });

  test("an event is deleted with all its records 30 days after the last one ended, 90 days with a dead letter", async () => {
    await world.call("POST", "/api/partner/webhooks", {
      key,
      body: { event_type: "salutes.credit", target_url: "https://partner.example/a" },
    });
    await world.call("POST", "/api/partner/webhooks", {
      key,
      body: { event_type: "salutes.credit", target_url: "https://partner.example/b" },
    });
    for (let i = 0; i < 5; i++) await credit(world, key, userId);
    // Records 1 and 2 belong to the first event, and so on.
    for (const id of [1, 2, 3, 5]) await attempt(world, id, "delivered");
    await attempt(world, 4, "dead_letter");
    await lease(world, 7);
    const left = () =>
      world.services.live.read
        .all<{ id: number }>("SELECT DISTINCT event_id - 1 AS id FROM webhook_deliveries ORDER BY id")
        .map(({ id }) => id);
    world.clock.advance(10 * DAY_MS);
    await attempt(world, 6, "delivered");
    world.clock.advance(20 * DAY_MS + 1);
    expect(await run()).toContain("3 events");
    expect(left()).toEqual([2, 3, 4, 5]);
    world.clock.advance(10 * DAY_MS);
    await run();
    expect(left()).toEqual([2, 4, 5]);
    world.clock.advance(50 * DAY_MS);
    await run();
    expect(left()).toEqual([4, 5]);
    world.clock.advance(400 * DAY_MS);
    await run();
    expect([left(), count("webhook_attempts")]).toEqual([[4, 5], 0]);
    expect(broken(world)).toEqual([]);
  });

  test("thousands of kept dead letters do not prevent the deletion of later rows", async () => {
    await world.services.live.writer.run((tx) => {
      tx.run(
        `INSERT INTO webhooks (uid, partner_id, event_types, target_url, secret_sealed, is_active, is_settling, revision,
           consecutive_failures, is_slow, created_at, updated_at) VALUES ('w', 1, '["*"]', 'x', 'k.x', 1, 0, 1, 0, 0, 1, 1)`,
      );
      for (let i = 0; i < 2_100; i++) {
        const event = tx.run(
          "INSERT INTO events (uid, partner_id, sequence, event_type, data, fanout_count, created_at) VALUES (?, 1, (SELECT max(sequence) + 1 FROM events), 'x', '{}', 1, ?)",
          `e${i}`,
          tx.now,
        ).lastInsertRowid;
        tx.run(
          `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, reason_tag, died_at,
             created_at, updated_at) VALUES (1, ?, 1, 'dead_letter', ?, 'expired', ?, ?, ?)`,
          event,
          tx.now,
          tx.now,
          tx.now,
          tx.now,
        );
      }
      tx.run(
        "INSERT INTO events (uid, partner_id, sequence, event_type, data, fanout_count, created_at) VALUES ('young', 1, (SELECT max(sequence) + 1 FROM events), 'x', '{}', 0, ?)",
        tx.now,
      );
    });
    world.clock.advance(31 * DAY_MS);
    expect(await run()).toContain("2 events");
    expect(count("events")).toBe(2_100);
  });

  test("rows of sandbox.db are deleted too", async () => {
    const { sandbox } = world.services;
    await sandbox.writer.run((tx) => keepNonce(tx, { key_id: "pk", nonce: "n", used_at: daysAgo(1) }));
    expect(await run()).toBe("deleted 1 nonces and idempotency records");
    expect(count("nonces", sandbox)).toBe(0);
  });

  test("rows of sandbox files are deleted by the file's own time, except nonces", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    const body = { user_id: 1, amount: 5, reason: "quest" };
    const path = "/api/partner/sandbox/salutes/credit";
    await world.call("POST", path, { key: sandboxKey, body, idempotencyKey: "kept" });
    world.clock.advance(400 * DAY_MS);
    await run();
    const database = world.services.sandboxFiles.take("acme");
    expect([count("nonces", database), count("ledger_answers", database)]).toEqual([0, 1]);
    expect(count("events", database)).toBeGreaterThan(5);
    world.services.sandboxFiles.letGo(database);
    const again = await world.call("POST", path, { key: sandboxKey, body, idempotencyKey: "kept" });
    expect(again.json.original.body).toMatchObject({ balance: 130.5, mode: "sandbox" });
  });

  test("IDEMPOTENCY_RETENTION_DAYS decides how long answers are kept", async () => {
    const other = await createWorld({ IDEMPOTENCY_RETENTION_DAYS: "3" });
    const otherKey = await other.createKey("acme");
    await other.createUser(otherKey, "zoe");
    other.clock.advance(3 * DAY_MS + 1);
    await retention.run(other.services, new AbortController().signal);
    expect(count("idempotency_records", other.services.live)).toBe(0);
    await other.close();
  });

  test("works in chunks with other changes in between, and stops between chunks when aborted", async () => {
    const { live } = world.services;
    await live.writer.run((tx) => {
      for (let i = 0; i < 5_000; i++) keepNonce(tx, { key_id: "pk", nonce: `n${i}`, used_at: daysAgo(1) });
    });
    const controller = new AbortController();
    const running = run(controller.signal);
    const seen = new Set<number>();
    while (count("nonces") > 3_000) {
      seen.add(
        await live.writer.run((tx) => tx.get<{ n: number }>("SELECT count(*) AS n FROM nonces")?.n ?? 0),
      );
      await Bun.sleep(0);
    }
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    expect(seen.size).toBeGreaterThan(1);
    expect(count("nonces")).toBeGreaterThan(0);
  });
});

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { watchSuspects } from "../../../../src/modules/ledger/entries/index.ts";
import { alertStopped } from "../../../../src/modules/operations/alerts/index.ts";
import { readSafeMode, switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** A ledger that does not add up takes nothing more (contract sections 1 and 13). */

let world: World;
let key: IssuedKey;
let [userId, otherId] = [0, 0];

beforeEach(async () => {
  world = await createWorld({ ALERT_WEBHOOK_URL: "http://127.0.0.1:9/alerts" });
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
  otherId = await world.createUser(key, "yan");
  for (const user_id of [userId, otherId]) await credit(user_id);
});

afterEach(() => world.close());

const credit = (user_id: number) =>
  world.call("POST", "/api/salutes/credit", { key, body: { user_id, amount: 5, reason: "quest" } });
const tamper = (...statements: string[]) =>
  world.services.live.writer.run((tx) => {
    for (const statement of statements) tx.run(statement);
  });
const entries = () => world.services.live.read.all("SELECT id FROM ledger_entries").length;
const mode = () => readSafeMode(world.services.live.read);
const job = () => runJob(world, "ledger_proof").catch((error) => `failed: ${error.message}`);

describe("a balance that was altered in the file", () => {
  beforeEach(async () => {
    expect(await job()).toBe("2 entries proved");
    await tamper(`UPDATE users SET balance = balance + 100 WHERE id = ${userId}`);
  });

  test("refuses the next posting, appends nothing, and stops every change of everybody", async () => {
    const refused = await credit(userId);
    expect([refused.status, refused.json.error]).toEqual([503, "safe_mode"]);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(entries()).toBe(2);
    expect(mode()).toMatchObject({ invariant: "ledger_balances" });
    const other = await credit(otherId);
    expect([other.status, other.json.error]).toEqual([503, "safe_mode"]);
    expect((await world.call("GET", `/api/salutes/balance?user_id=${otherId}`, { key })).json.balance).toBe(
      5,
    );
  });

  test("is noticed without a posting, and once; the job goes on failing", async () => {
    await expect(watchSuspects(world.services)).rejects.toThrow(
      "user 1 has 6, and a last entry that leaves 5",
    );
    const since = mode()?.since;
    expect(mode()?.invariant).toBe("ledger_balances");
    world.clock.advance(60_000);
    await watchSuspects(world.services);
    expect(await job()).toStartWith("failed: user 1 has 6");
    expect(mode()?.since).toBe(since);
  });

  test("the status says so within 5 s, without naming a user; operators are told once", async () => {
    await job();
    world.clock.advance(5_000);
    const { json, text } = await world.call("GET", "/status.json");
    expect(json.checks.ledger).toMatchObject({
      status: "bad",
      message: "Changes are stopped: the invariant ledger_balances does not hold.",
      observed: { broken_invariant: "ledger_balances", proved_to_entry: 2 },
    });
    expect(text).not.toContain("user 1");
    for (let look = 0; look < 2; look++) await alertStopped(world.services);
    const alerts = world.services.live.read.all<{ type: string }>("SELECT type FROM alerts");
    expect(alerts.filter(({ type }) => type === "changes.stopped")).toHaveLength(1);
  });

  test("mended, and safe mode switched off, all goes on", async () => {
    await job();
    await tamper(`UPDATE users SET balance = balance - 100 WHERE id = ${userId}`);
    await world.services.live.writer.run((tx) => switchSafeMode(tx, { kind: "command", name: "test" }, null));
    expect(await job()).toBe("0 entries proved");
    expect(world.services.live.read.all("SELECT * FROM balance_suspects")).toEqual([]);
    expect((await credit(userId)).status).toBe(200);
    expect(mode()).toBeNull();
  });
});

test("a balance set without an entry is 503, alone and in the ledger, until it agrees again", async () => {
  const balance = () => world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key });
  const ledger = () => world.call("GET", `/api/salutes/ledger?user_id=${userId}`, { key });
  expect([(await balance()).status, (await ledger()).status]).toEqual([200, 200]);
  await tamper(`UPDATE users SET balance = balance + 100 WHERE id = ${userId}`);
  for (const { status, json } of [await balance(), await ledger()])
    expect([status, json.error, json.balance]).toEqual([503, "db_unavailable", undefined]);
  await tamper(`UPDATE users SET balance = balance - 100 WHERE id = ${userId}`);
  expect([(await balance()).status, (await ledger()).status]).toEqual([200, 200]);
});

test("an entry that does not stand on the one before it stops changes at the next run", async () => {
  await tamper(
    `INSERT INTO ledger_entries SELECT NULL, partner_id, user_id, 100, 900, reason, source, origin, 'forged', 'h', 200, NULL, NULL, created_at FROM ledger_entries WHERE user_id = ${userId}`,
  );
  expect(await job()).toMatch(/^failed: entry 3 of user 1 leaves 9, not 6/);
  expect(mode()?.invariant).toBe("ledger_balances");
});

test("an entry that moved no balance stops changes at the next run", async () => {
  await tamper(
    `INSERT INTO ledger_entries SELECT NULL, partner_id, user_id, 100, 600, reason, source, origin, 'forged', 'h', 200, NULL, NULL, created_at FROM ledger_entries WHERE user_id = ${userId}`,
  );
  expect(await job()).toMatch(/^failed: entry 3 of user 1 leaves 5, not 6/);
});

test("ordinary postings are no suspects", async () => {
  for (let round = 0; round < 3; round++) {
    await credit(userId);
    await world.call("POST", "/api/salutes/debit", {
      key,
      body: { user_id: userId, amount: 2, reason: "shop" },
    });
  }
  expect(world.services.live.read.all("SELECT * FROM balance_suspects")).toEqual([]);
  expect(await job()).toBe("8 entries proved");
  expect(await job()).toBe("0 entries proved");
  expect(mode()).toBeNull();
});

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, copyFileSync, existsSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../src/db/migrations/migrations.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute, scratch } from "../harness/processes/commands.ts";
import { attempt, createWebhook, records } from "../modules/webhooks/deliveries/fixture.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;
let userId: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
  for (const amount of [25.5, 10]) await post("credit", amount);
  await post("debit", 5);
});

afterEach(() => world.close());

const post = (verb: "credit" | "debit", amount: number) =>
  world.call("POST", `/api/salutes/${verb}`, { key, body: { user_id: userId, amount, reason: "quest" } });
const check = (...flags: string[]) => salute(["check", "--json", "--data", world.dataDir, ...flags]);

/** Changes a file directly, like the SQLite shell. */
function tamper(file: "live.db" | "sandbox.db" | "log.db", ...statements: string[]): void {
  const client = new Database(join(world.dataDir, file));
  client.run("PRAGMA foreign_keys = OFF");
  for (const statement of statements) client.run(statement);
  client.close(true);
}

/** Copies the files after a clean stop, without keys. */
function stoppedCopy(): ReturnType<typeof scratch> {
  const directory = scratch();
  copyFileSync(join(world.dataDir, "log.checkpoint"), directory.file("log.checkpoint"));
  for (const file of ["live.db", "sandbox.db", "log.db"] as const) {
    tamper(file, `VACUUM INTO '${directory.file(file)}'`);
    const copy = new Database(directory.file(file));
    copy.run("PRAGMA journal_mode = WAL");
    copy.close(true);
  }
  return directory;
}

/** Names and details of failed checks. */
const failures = (...flags: string[]) => failuresIn(world.dataDir, ...flags);

async function failuresIn(directory: string, ...flags: string[]): Promise<Record<string, string>> {
  const { code, json } = await salute(["check", "--json", "--data", directory, ...flags]);
  const failed = json.checks.filter((each: { ok: boolean }) => !each.ok);
  expect([code, json.ok]).toEqual(failed.length === 0 ? [0, true] : [1, false]);
  return Object.fromEntries(failed.map((each: { name: string; detail: string }) => [each.name, each.detail]));
}

const OPEN_LEDGER = "DROP TRIGGER ledger_entries_no_update";
const OPEN_LEDGER_FOR_DELETE = "DROP TRIGGER ledger_entries_no_delete";

describe("salute check", () => {
  test("beside a server: every invariant of every file, exit 0", async () => {
    const { code, json } = await check();
    expect(code).toBe(0);
    expect(json.ok).toBe(true);
    expect(json.checks.every((each: object) => Object.keys(each).join() === "name,ok,detail")).toBe(true);
    const names = json.checks.map((each: { name: string }) => each.name);
    expect(new Set(names).size).toBe(names.length);
    for (const file of ["live", "sandbox"]) {
      expect(names.filter((name: string) => name.startsWith(`${file}.`))).toEqual(
        [
          "migrations",
          "integrity",
          "schema",
          "foreign_keys",
          "event_sequence",
          "event_fanout",
          "delivery_states",
          "due_deliveries",
          "delivery_attempts",
          "ledger_balances",
          "ledger_references",
          "ledger_search",
          "ledger_hours",
          "ledger_months",
          "ledger_reversals",
          "ledger_adjustments",
          "settlements",
          "conversions",
          "claims",
          "messenger_balances",
          "messenger_lots",
          "messenger_rounds",
          "messenger_budgets",
          "messenger_causes",
          "messenger_leaderboard",
          "json_columns",
          "idempotency_records",
          "modes",
        ].map((name) => `${file}.${name}`),
      );
    }
    expect(names.filter((name: string) => name.startsWith("log"))).toEqual([
      "log.migrations",
      "log.integrity",
      "log.schema",
      "log.foreign_keys",
      "log",
    ]);
    expect(names.at(-1)).toBe("wal");
    expect(json.checks.find((each: { name: string }) => each.name === "live.ledger_balances").detail).toBe(
      "3 entries add up to the balances of 1 users",
    );
  });

  test("as text: one line per check, and the overall result at the end", async () => {
    const { out } = await salute(["check", "--data", world.dataDir]);
    expect(out).toContain("All 62 checks hold.");
    tamper("live.db", "UPDATE users SET balance = 1");
    const { code, out: after } = await salute(["check", "--data", world.dataDir]);
    expect(code).toBe(1);
    expect(after).toContain("1 of 62 checks failed: live.ledger_balances");
  });

  test("stopped and without key files: the same, without changes to the directory", async () => {
    const stopped = stoppedCopy();
    try {
      const state = () =>
        readdirSync(stopped.path)
          .sort()
          .map((file) => [file, statSync(stopped.file(file)).mtimeMs]);
      const before = state();
      expect(before.map(([file]) => file)).toEqual(["live.db", "log.checkpoint", "log.db", "sandbox.db"]);
      const { code, json } = await salute(["check", "--full", "--json", "--data", stopped.path]);
      expect([code, json.checks.length]).toEqual([0, 62]);
      expect(state()).toEqual(before);
    } finally {
      stopped.remove();
    }
  });

  test("a missing directory is a message and exit 1, and is not created", async () => {
    const path = join(world.dataDir, "nowhere");
    const { code, out, err } = await salute(["check", "--json", "--data", path]);
    expect([code, out, existsSync(path)]).toEqual([1, "", false]);
    expect(err).toContain(`${path} holds no databases`);
  });

  test("a missing sandbox.db or log.db is a failed check", async () => {
    const directory = scratch();
    try {
      copyFileSync(join(world.dataDir, "live.db"), directory.file("live.db"));
      const { code, json } = await salute(["check", "--json", "--data", directory.path]);
      expect([code, json.ok]).toEqual([1, false]);
      expect(json.checks.slice(-3).map((each: { name: string }) => each.name)).toEqual([
        "sandbox.file",
        "log.file",
        "wal",
      ]);
    } finally {
      directory.remove();
    }
  });
});

describe("an unexpected schema", () => {
  test("newer: a message, and no other checks of that file", async () => {
    tamper("live.db", "INSERT INTO schema_migrations VALUES (99, '0099_future', 'x', 0)");
    const failed = await failures();
    expect(failed["live.migrations"]).toContain("was written by a newer salute (its schema has 0099_future");
    const names = (await check()).json.checks.map((each: { name: string }) => each.name);
    expect(names.filter((name: string) => name.startsWith("live."))).toEqual(["live.migrations"]);
    expect(names).toContain("sandbox.modes");
  });

  test("an edited migration: a message", async () => {
    tamper("sandbox.db", "UPDATE schema_migrations SET sha256 = 'x' WHERE version = 1");
    expect((await failures())["sandbox.migrations"]).toContain("is not the one that this executable carries");
  });

  test("older: names missing migrations and how to apply them, without applying them", async () => {
    tamper("live.db", "DELETE FROM schema_migrations");
    expect((await failures())["live.migrations"]).toContain(MIGRATIONS.at(-1)?.name);
    expect((await failures())["live.migrations"]).toContain("salute migrate");
  });

  test("another program's file", async () => {
    const directory = scratch();
    try {
      for (const file of ["live.db", "sandbox.db"]) {
        const client = new Database(directory.file(file));
        client.run("CREATE TABLE notes (text)");
        client.close();
      }
      const { code, json } = await salute(["check", "--json", "--data", directory.path]);
      expect(code).toBe(1);
      expect(json.checks[0]).toEqual({
        name: "live.migrations",
        ok: false,
        detail: expect.stringContaining("is not a database of salute"),
      });
    } finally {
      directory.remove();
    }
  });

  test.each([
    ["a dropped trigger", OPEN_LEDGER, "trigger ledger_entries_no_update is missing"],
    ["a dropped index", "DROP INDEX ledger_entries_by_user", "index ledger_entries_by_user is missing"],
    [
      "a changed index",
      "DROP INDEX ledger_entries_by_user; CREATE INDEX ledger_entries_by_user ON ledger_entries (id)",
      "index ledger_entries_by_user was altered",
    ],
    [
      "an unknown trigger",
      "CREATE TRIGGER extra AFTER INSERT ON users BEGIN DELETE FROM nonces; END",
      "trigger extra is not ours",
    ],
  ])("%s", async (_, statement, words) => {
    tamper("live.db", ...(statement.includes("TRIGGER extra") ? [statement] : statement.split("; ")));
    expect(await failures()).toEqual({ "live.schema": words });
  });

  test("Litestream's tables are accepted", async () => {
    tamper("live.db", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
    expect(await failures()).toEqual({});
  });
});

describe("the ledger", () => {
  test("a balance that differs from the sum of entries", async () => {
    tamper("live.db", "UPDATE users SET balance = balance + 1");
    expect(await failures()).toEqual({
      "live.ledger_balances": `user ${userId} has 30.51, and entries of 30.5`,
    });
  });

  test("an entry that does not follow from the previous one", async () => {
    tamper("live.db", OPEN_LEDGER, "UPDATE ledger_entries SET balance_after = 9900 WHERE id = 2");
    expect((await failures())["live.ledger_balances"]).toBe(
      `entry 2 of user ${userId} leaves 99, not 25.5 + 10; entry 3 of user ${userId} leaves 30.5, not 99 + -5`,
    );
  });

  test("a missing entry", async () => {
    tamper("live.db", OPEN_LEDGER_FOR_DELETE, "DELETE FROM ledger_entries WHERE id = 3");
    const failed = await failures();
    expect(failed["live.ledger_balances"]).toBe(`user ${userId} has 30.5, and entries of 35.5`);
    expect(failed["live.idempotency_records"]).toContain("answer of ledger entry 3: the entry is not there");
  });

  test("an entry of another partner for the user", async () => {
    await world.createKey("other");
    tamper("live.db", OPEN_LEDGER, "UPDATE ledger_entries SET partner_id = 2 WHERE id = 1");
    expect((await failures())["live.ledger_balances"]).toBe(
      `entry 1 of user ${userId} belongs to another partner`,
    );
  });

  test("a duplicate reference", async () => {
    tamper(
      "live.db",
      OPEN_LEDGER,
      "DROP INDEX ledger_entries_by_reference",
      "UPDATE ledger_entries SET idempotency_key = 'order-1'",
    );
    expect((await failures())["live.ledger_references"]).toBe(
      "reference partner order-1 of partner 1 stands in 3 entries",
    );
  });

  test("entries that the search tables lack, have twice, or await for too long", async () => {
    const copies = (count: number) =>
      `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${count})
       INSERT INTO ledger_entries SELECT NULL, partner_id, user_id, 1, 3050 + n, reason, source, origin, 'copy-' || n,
         payload_hash, status, partner_key_id, iif(n % 10 = 0, '{"a":1,"b":2}', NULL), created_at
         FROM copies, ledger_entries WHERE id = 1`;
    tamper(
      "live.db",
      copies(70),
      "UPDATE users SET balance = 3120",
      "DELETE FROM ledger_by_reason WHERE entry_id = 9",
    );
    expect(await failures()).toEqual({ "live.ledger_search": "searches by reason find 63 of 64 entries" });
    tamper("live.db", "INSERT INTO ledger_by_reason VALUES (1, 'other', 10)");
    expect(await failures()).toEqual({ "live.ledger_search": "searches by reason find 64 of 64 entries" });
    tamper("live.db", "UPDATE ledger_by_reason SET entry_id = 9 WHERE reason = 'other'");
    expect(await failures()).toEqual({});
    tamper("live.db", "DELETE FROM ledger_by_metadata WHERE entry_id = 13 AND name = 'a'");
    expect(await failures()).toEqual({ "live.ledger_search": "searches by metadata find 11 of 12 notes" });
    tamper("live.db", "DELETE FROM ledger_search");
    expect((await failures())["live.ledger_search"]).toEndWith("; 73 entries wait for the search tables");
  });

  test("many faults are counted, and the first five listed", async () => {
    tamper(
      "live.db",
      ...Array.from(
        { length: 9 },
        (_, i) =>
          `INSERT INTO users (partner_id, status, balance, created_at, updated_at) VALUES (1, 'active', ${i + 1}, 0, 0)`,
      ),
    );
    const detail = (await failures())["live.ledger_balances"] ?? "";
    expect(detail.split("; ")).toHaveLength(6);
    expect(detail).toEndWith("; and 4 more");
  });
});

describe("records and events", () => {
  const RECORD = "key test-[0-9a-f]+ of partner 1:";
  const CREDIT = "body LIKE '%\"delta\":25.5%'";
  test.each([
    [
      "an answer that is not JSON",
      "UPDATE idempotency_records SET body = 'x'",
      `${RECORD} its answer is not JSON`,
    ],
    [
      "a failure as the answer",
      "UPDATE idempotency_records SET status = 409",
      `${RECORD} its answer is a failure`,
    ],
    [
      "a missing entry",
      `UPDATE idempotency_records SET body = '{"ledger_entry_id":77}'`,
      `${RECORD} its ledger entry 77 is not there`,
    ],
    [
      "somebody else's entry",
      `UPDATE idempotency_records SET body = '{"ledger_entry_id":3}'`,
      `${RECORD} its ledger entry 3 was made for something else`,
    ],
    [
      "the key of an entry",
      `UPDATE idempotency_records SET idempotency_key = (SELECT idempotency_key FROM ledger_entries WHERE id = 3)`,
      `${RECORD} it stands for ledger entry 3, too`,
    ],
    [
      "an entry's answer that is not JSON",
      `UPDATE ledger_answers SET body = 'x' WHERE ${CREDIT}`,
      "answer of ledger entry \\d+: it is not JSON",
    ],
    [
      "an answer without an entry",
      `UPDATE ledger_answers SET entry_id = 77 WHERE ${CREDIT}`,
      "answer of ledger entry 77: the entry is not there",
    ],
    [
      "the answer of another entry",
      `UPDATE ledger_answers SET body = '{"ledger_entry_id":3}' WHERE ${CREDIT}`,
      "answer of ledger entry \\d+: it names entry 3",
    ],
  ])("a record with %s", async (_, statement, words) => {
    tamper("live.db", statement);
    const failed = await failures();
    expect(Object.keys(failed)).toEqual(["live.idempotency_records"]);
    expect(failed["live.idempotency_records"]).toMatch(new RegExp(`^${words}$`));
  });

  test("an event with missing delivery records", async () => {
    tamper("live.db", "UPDATE events SET fanout_count = 2 WHERE id = 1");
    expect(await failures()).toEqual({ "live.event_fanout": "event 1 counts 2 delivery records and has 0" });
  });

  test("a dangling reference", async () => {
    tamper("live.db", "DELETE FROM partners");
    expect((await failures())["live.foreign_keys"]).toContain("refers to a missing row of partners");
  });
});

describe("deliveries", () => {
  /** Creates records 1 and 2, of one event for two webhooks. */
  beforeEach(async () => {
    for (let i = 0; i < 2; i++) await createWebhook(world, key, "salutes.credit");
    await post("credit", 1);
    expect(await failures()).toEqual({});
  });

  test("a missing record", async () => {
    tamper("live.db", "DELETE FROM webhook_deliveries WHERE id = 2");
    const event = records(world)[0]?.event_id;
    expect((await failures())["live.event_fanout"]).toBe(
      `event ${event} counts 2 delivery records and has 1; partner 1 counts 2 records in all and has 1`,
    );
  });

  test("a record of another partner's webhook", async () => {
    await world.createKey("other");
    tamper("live.db", "UPDATE webhooks SET partner_id = 2 WHERE id = 1");
    expect((await failures())["live.event_fanout"]).toBe(
      "record 1 is not of its event's partner, or goes to another's webhook",
    );
  });

  const UNCHECKED = "PRAGMA ignore_check_constraints = ON";

  test.each([
    [
      "a lease without an attempt",
      "lease_id = 'l', lease_expires_at = 1",
      "record 1 is pending: its lease says otherwise",
    ],
    [
      "an attempt without a lease",
      "state = 'delivering', next_attempt_at = NULL",
      "record 1 is delivering: its lease says otherwise",
    ],
    [
      "pending without a time",
      "next_attempt_at = NULL",
      "record 1 is pending: its next attempt says otherwise",
    ],
    ["pending with an end", "died_at = 1", "record 1 is pending: the time of its end says otherwise"],
    [
      "pending with a hold",
      "held_at = 1",
      "record 1 is pending: the time since which it is held says otherwise",
    ],
  ])("%s", async (_, change, words) => {
    tamper("live.db", UNCHECKED, `UPDATE webhook_deliveries SET ${change} WHERE id = 1`);
    expect((await failures())["live.delivery_states"]).toBe(words);
  });

  test("the schema itself refuses these", () => {
    const lease = "UPDATE webhook_deliveries SET lease_id = 'l', lease_expires_at = 1 WHERE id = 1";
    expect(() => tamper("live.db", lease)).toThrow("webhook_deliveries_lease");
  });

  test("pending records of a disabled webhook, and held ones of an enabled webhook", async () => {
    tamper("live.db", "UPDATE webhooks SET is_active = 0 WHERE id = 1");
    tamper(
      "live.db",
      "UPDATE webhook_deliveries SET state = 'held', next_attempt_at = NULL, held_at = 1 WHERE id = 2",
    );
    expect((await failures())["live.due_deliveries"]).toBe(
      "record 1 is pending, and its webhook is off; record 2 is held, and its webhook is on",
    );
    tamper("live.db", "UPDATE webhooks SET is_settling = 1");
    expect(await failures()).toEqual({});
  });

  test("a delivery or dead letter without an attempt; expired and blocked ones need none", async () => {
    const end = (state: string, change: string) =>
      tamper(
        "live.db",
        `UPDATE webhook_deliveries SET state = '${state}', next_attempt_at = NULL, ${change} WHERE id = 1`,
      );
    end("delivered", "delivered_at = 1");
    expect((await failures())["live.delivery_attempts"]).toBe(
      "record 1 is delivered and was never attempted",
    );
    end("dead_letter", "died_at = 1, reason_tag = 'timeout'");
    expect((await failures())["live.delivery_attempts"]).toBe(
      "record 1 is dead_letter and was never attempted",
    );
    for (const reason of ["expired", "blocked_target"]) {
      end("dead_letter", `died_at = 1, reason_tag = '${reason}'`);
      expect(await failures()).toEqual({});
    }
  });

  test("a wrong count of attempts; probes are not counted", async () => {
    await attempt(world, 1, "failed");
    tamper("live.db", "DROP TRIGGER webhook_attempts_no_update", "UPDATE webhook_attempts SET is_probe = 1");
    expect((await failures())["live.delivery_attempts"]).toBe("record 1 counts 1 attempts and has 0");
  });
});

describe("conversions and settlements", () => {
  const conversion = (change: Record<string, string | number | null> = {}) => {
    const row: Record<string, string | number | null> = {
      id: 1,
      partner_id: 1,
      user_id: userId,
      state: "pending_settlement",
      amount: 500,
      mint: "m",
      decimals: 9,
      token_amount: "1",
      fee: "0",
      wallet_address: "w",
      ledger_entry_id: 3,
      settlement_signature: null,
      created_at: 0,
      resolved_at: null,
      ...change,
    };
    const values = Object.values(row).map((value) =>
      typeof value === "string" ? `'${value}'` : (value ?? "NULL"),
    );
    return `INSERT INTO conversions (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`;
  };
  const settled = { state: "settled", settlement_signature: "sig", resolved_at: 1 };
  const signature = (paysFor: string, text = "sig") =>
    `INSERT INTO settlement_signatures VALUES ('${text}', '${paysFor}', 1)`;

  test("a pending one and a settled one with its signature are correct", async () => {
    tamper("live.db", conversion());
    expect(await failures()).toEqual({});
    tamper("live.db", "DELETE FROM conversions", conversion(settled), signature("conversion:1"));
    expect(await failures()).toEqual({});
  });

  test.each([
    ["another amount", { amount: 400 }, "conversion 1: its entry took another amount"],
    ["another user", { user_id: 99 }, "conversion 1: its entry is another user's"],
    [
      "failed without a refund",
      { state: "failed", resolved_at: 1 },
      "conversion 1: it failed, and nothing was returned",
    ],
    ["resolved and pending", { resolved_at: 1 }, "conversion 1: its state and its settlement disagree"],
    ["no entry", { ledger_entry_id: 88 }, "conversion 1: its entry is not there"],
  ])("a conversion: %s", async (_, change, words) => {
    tamper("live.db", conversion(change));
    expect((await failures())["live.conversions"]).toBe(words);
  });

  test("a failed one with a refund is correct; others must not have a refund", async () => {
    tamper(
      "live.db",
      conversion({ state: "failed", resolved_at: 1 }),
      `INSERT INTO ledger_entries (partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key, payload_hash, status, created_at)
         VALUES (1, ${userId}, 500, 3550, 'r', 's', 'system', 'conversion:1:return', '', 200, 0)`,
      "UPDATE users SET balance = 3550",
    );
    expect(await failures()).toEqual({});
    tamper("live.db", "UPDATE conversions SET state = 'pending_settlement', resolved_at = NULL");
    expect(await failures()).toEqual({
      "live.conversions": "conversion 1: its salutes were returned, and it is pending_settlement",
    });
  });

  test.each([
    [
      "pays for a missing conversion",
      () => [signature("conversion:7")],
      "signature sig pays for conversion:7, which it did not settle",
    ],
    [
      "pays for one settled by another signature",
      () => [conversion({ ...settled, settlement_signature: "other" }), signature("conversion:1")],
      "which it did not settle",
    ],
    ["is not stored", () => [conversion(settled)], "conversion 1 is settled by a signature that is not kept"],
  ])("a signature that %s", async (_, statements, words) => {
    tamper("live.db", ...statements());
    expect((await failures())["live.settlements"]).toContain(words);
  });
});

describe("modes", () => {
  test("a sandbox row in live.db, a live key in sandbox.db", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    tamper("live.db", `INSERT INTO nonces VALUES (0, '${sandboxKey.key_id}', 'aa', 0)`);
    tamper("sandbox.db", "UPDATE partner_keys SET key_id = 'pk_live_0011223344556677'");
    expect(await failures()).toEqual({
      "live.modes": `nonces of the key ${sandboxKey.key_id}`,
      "sandbox.modes": "key pk_live_0011223344556677 (sandbox)",
    });
  });
});

describe("damage", () => {
  test("an overwritten page, and a file that is not a database, are reported", async () => {
    const stopped = stoppedCopy();
    try {
      overwrite(stopped.file("live.db"), 2 * PAGE, Buffer.alloc(PAGE, 0xff));
      const damaged = await salute(["check", "--json", "--data", stopped.path]);
      expect([damaged.code, damaged.json.ok]).toEqual([1, false]);
      await Bun.write(stopped.file("live.db"), "this is no database");
      const garbage = await salute(["check", "--json", "--data", stopped.path]);
      expect([garbage.code, garbage.json.checks[0]]).toEqual([
        1,
        { name: "live.file", ok: false, detail: expect.stringContaining("it is damaged or no database") },
      ]);
    } finally {
      stopped.remove();
    }
  });

  // A page of an index ends with its first row, which ends with the type of its row id: 9 stands for 1, 8 for 0.
  test.each(["users_by_partner", "ledger_entries_by_user"])(
    "--full finds a row that %s lacks, which the quick check does not detect",
    async (index) => {
      const stopped = stoppedCopy();
      try {
        const client = new Database(stopped.file("live.db"), { readonly: true });
        const { rootpage } = client.query("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(index) as {
          rootpage: number;
        };
        client.close(true);
        overwrite(stopped.file("live.db"), rootpage * PAGE - 1, Buffer.from([8]));
        expect((await salute(["check", "--data", stopped.path])).code).toBe(0);
        expect(await failuresIn(stopped.path, "--full")).toEqual({
          "live.integrity": expect.stringContaining(`missing from index ${index}`),
        });
      } finally {
        stopped.remove();
      }
    },
  );

  test("--full finds a damaged list of free pages, which no table has", async () => {
    const stopped = stoppedCopy();
    try {
      overwrite(stopped.file("live.db"), FREE_PAGES_AT, Buffer.from([0, 0, 0, 1]));
      expect(await failuresIn(stopped.path, "--full")).toEqual({
        "live.integrity": expect.stringContaining("Freelist: size is 0 but should be 1"),
      });
    } finally {
      stopped.remove();
    }
  });
});

/** Offset of the number of free pages in the header of a file (sqlite.org/fileformat2.html, 1.3). */
const FREE_PAGES_AT = 36;
const PAGE = 4096;

function overwrite(path: string, offset: number, bytes: Buffer): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
}

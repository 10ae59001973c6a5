import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { WriteUnavailable } from "../../../src/db/writer.ts";
import type { IssuedKey } from "../../../src/features/keys/index.ts";
import { Keyring } from "../../../src/features/master-key/index.ts";
import { PracticeFiles } from "../../../src/features/practice/index.ts";
import { ManualClock } from "../../harness/clock.ts";
import { scratch } from "../../harness/commands.ts";
import { createWorld, type World } from "../../harness/world.ts";
import { NO_LIMIT, SANDBOX } from "../sandbox/script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

describe("the files themselves", () => {
  let directory: ReturnType<typeof scratch>;
  let files: PracticeFiles;
  beforeEach(() => {
    directory = scratch();
    files = new PracticeFiles(
      directory.path,
      new ManualClock(),
      Keyring.create(directory.file("master.key")),
      3,
    );
  });
  afterEach(async () => {
    await files.close();
    directory.remove();
  });

  const take = (partner: string) => {
    const database = files.take(partner);
    files.letGo(database);
    return database;
  };

  test("are made at the first use, private, in a private directory", () => {
    expect(files.partners()).toEqual([]);
    take("acme");
    expect(files.partners()).toEqual(["acme"]);
    expect(statSync(directory.file("sandbox")).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(directory.file("sandbox")))
      expect(statSync(join(directory.file("sandbox"), file)).mode & 0o777).toBe(0o600);
  });

  test("no more than the bound are open: the one not used for longest is closed, and opens again as it was", async () => {
    const [a, b, c] = ["a", "b", "c"].map(take);
    if (a === undefined || b === undefined || c === undefined) throw new Error("not taken");
    await b.writer.run((tx) => tx.run("UPDATE users SET username = 'mine' WHERE id = 1"));
    take("a");
    take("d");
    expect(files.openCount).toBe(3);
    const name = (database: typeof a) =>
      database.read.get<{ username: string }>("SELECT username FROM users WHERE id = 1")?.username;
    await expect(b.writer.run(() => null)).rejects.toThrow(WriteUnavailable);
    expect([name(a), name(c)]).toEqual(["demo", "demo"]);
    expect(name(take("b"))).toBe("mine");
    expect(files.openCount).toBe(3);
  });

  test("one in use is not closed, however many others come", async () => {
    const held = files.take("a");
    for (const partner of ["b", "c", "d", "e", "f"]) take(partner);
    await held.writer.run((tx) => tx.run("UPDATE users SET username = 'still' WHERE id = 1"));
    expect(held.read.get<{ username: string }>("SELECT username FROM users WHERE id = 1")?.username).toBe(
      "still",
    );
    files.letGo(held);
  });

  test("where all that may be open are in use, another is refused as unavailable, not queued without end", () => {
    const held = ["a", "b", "c"].map((partner) => files.take(partner));
    expect(() => files.take("d")).toThrow(WriteUnavailable);
    for (const database of held) files.letGo(database);
    expect(() => take("d")).not.toThrow();
  });

  test("closing leaves no WAL and no open handle", async () => {
    for (const partner of ["a", "b"]) take(partner);
    await files.close();
    expect(readdirSync(directory.file("sandbox")).sort()).toEqual(["a.db", "b.db"]);
    if (!existsSync("/proc/self/fd")) return;
    const open = readdirSync("/proc/self/fd").flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        return [];
      }
    });
    expect(open.filter((path) => path.startsWith(directory.path))).toEqual([]);
  });

  test("a file whose seeding was cut off is seeded when it is used next", async () => {
    const database = files.take("a");
    await database.writer.run((tx) => tx.run("DELETE FROM settings WHERE name = 'practice_profile'"));
    await database.writer.run((tx) => tx.run("UPDATE users SET username = 'half' WHERE id = 1"));
    files.letGo(database);
    await files.close();
    const again = take("a");
    expect(again.read.get<{ username: string }>("SELECT username FROM users WHERE id = 1")?.username).toBe(
      "demo",
    );
  });
});

describe("a reset", () => {
  let world: World;
  let key: IssuedKey;
  beforeEach(async () => {
    world = await createWorld(NO_LIMIT);
    key = await world.createKey("acme", "sandbox");
  });
  afterEach(() => world.close());

  const credit = (options = {}) =>
    world.call("POST", `${SANDBOX}/salutes/credit`, {
      key,
      body: { user_id: 1, amount: 10, reason: "quest" },
      ...options,
    });
  const balance = async () =>
    (await world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key })).json.balance;

  test("brings the seed back, and searches find it", async () => {
    await credit();
    await world.call("POST", `${SANDBOX}/users`, { key, body: { external_id: "kim" } });
    expect(await balance()).toBe(135.5);
    world.services.practice.reset("acme");
    expect(await balance()).toBe(125.5);
    const users = await world.call("GET", `${SANDBOX}/users?q=practice`, { key });
    expect(users.json.users.map((user: { id: number }) => user.id)).toEqual([2, 3]);
    expect((await world.call("GET", `${SANDBOX}/users?q=kim`, { key })).json.count).toBe(0);
  });

  test("empties idempotency records: the same intent is carried out again", async () => {
    expect((await credit({ idempotencyKey: "once" })).status).toBe(200);
    expect((await credit({ idempotencyKey: "once" })).json.error).toBe("idempotency_replay");
    world.services.practice.reset("acme");
    expect((await credit({ idempotencyKey: "once" })).json).toMatchObject({
      balance: 135.5,
      ledger_entry_id: 5,
    });
  });

  test("keeps nonces under 15 minutes old, and no older ones", async () => {
    const [old, young] = ["aa".repeat(16), "bb".repeat(16)];
    await credit({ nonce: old });
    world.clock.advance(10 * 60_000);
    await credit({ nonce: young });
    world.clock.advance(6 * 60_000);
    world.services.practice.reset("acme");
    await world.restart();
    expect((await credit({ nonce: young })).json.error).toBe("replay_detected");
    expect((await credit({ nonce: old })).status).toBe(200);
  });

  test("of one partner touches no other", async () => {
    const other = await world.createKey("other", "sandbox");
    await credit({ key: other });
    world.services.practice.reset("acme");
    const theirs = await world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key: other });
    expect(theirs.json.balance).toBe(135.5);
  });

  test("in the middle of a stream of mutations: each either stays whole or is gone whole", async () => {
    const running = Array.from({ length: 30 }, () => credit());
    world.services.practice.reset("acme");
    await Promise.all(running);
    const ledger = await world.call("GET", `${SANDBOX}/salutes/ledger?user_id=1`, { key });
    expect(await balance()).toBe(ledger.json.ledger[0].balance_after);
  });
});

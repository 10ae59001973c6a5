import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SEALED_TABLES } from "../../../../src/compose/modules.ts";
import { WriteUnavailable } from "../../../../src/db/write-errors.ts";
import { createLogger } from "../../../../src/kit/process/log.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { Keyring, neededKeyIds } from "../../../../src/modules/platform/master-key/index.ts";
import { SandboxFiles } from "../../../../src/modules/sandbox/files/index.ts";
import { holdFile } from "../../../../src/modules/sandbox/files/sandbox-timeline.ts";
import { ManualClock } from "../../../harness/app/clock.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { scratch } from "../../../harness/processes/commands.ts";
import { NO_LIMIT, SANDBOX } from "../twins/script.ts";

const log = createLogger("error", false);

/** Machines have other work too. */
setDefaultTimeout(30_000);

describe("the files themselves", () => {
  let directory: ReturnType<typeof scratch>;
  let files: SandboxFiles;
  beforeEach(() => {
    directory = scratch();
    files = new SandboxFiles(
      {
        dataDir: directory.path,
        clock: new ManualClock(),
        keyring: Keyring.create(directory.file("master.key")),
        log,
      },
      { maxOpen: 3, maxInUse: 1_024 },
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
    expect(files.ids()).toEqual([]);
    take("acme");
    expect(files.ids()).toEqual(["acme"]);
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

  test("while more partners use the sandbox at once than files stay open, more are open; then they are closed again", async () => {
    const held = ["a", "b", "c", "d", "e"].map((partner) => files.take(partner));
    expect(files.openCount).toBe(5);
    for (const database of held)
      await database.writer.run((tx) => tx.run("UPDATE users SET username = 'on' WHERE id = 1"));
    for (const database of held) files.letGo(database);
    expect(files.openCount).toBe(3);
  });

  test("past the bound of those in use at once, another is refused as unavailable, not queued without end", async () => {
    const few = new SandboxFiles(
      {
        dataDir: directory.path,
        clock: new ManualClock(),
        keyring: Keyring.fromFile(directory.file("master.key")),
        log,
      },
      { maxOpen: 1, maxInUse: 2 },
    );
    const held = ["a", "b"].map((partner) => few.take(partner));
    expect(() => few.take("c")).toThrow(WriteUnavailable);
    for (const database of held) few.letGo(database);
    expect(() => few.letGo(few.take("c"))).not.toThrow();
    await few.close();
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

describe("the seed", () => {
  let directory: ReturnType<typeof scratch>;
  const clock = new ManualClock();
  beforeEach(() => {
    directory = scratch();
  });
  afterEach(() => directory.remove());

  const open = (keyring: Keyring) => new SandboxFiles({ dataDir: directory.path, clock, keyring, log });

  /** Every row of every table, but for what was sealed and when it was made. */
  function rowsOf(database: ReturnType<SandboxFiles["take"]>): Record<string, unknown[]> {
    const tables = database.read.all<{ name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema' ORDER BY name",
    );
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        database.read
          .all<Record<string, unknown>>(`SELECT * FROM "${name}"`)
          .map(({ secret_sealed, applied_at, ...rest }) => rest)
          .filter((row) => !String(row.name).startsWith("practice_")),
      ]),
    );
  }

  test("is the same row for row in a file that is made, in one that is reset, and in one that is seeded in place", async () => {
    const files = open(Keyring.create(directory.file("master.key")));
    const made = files.take("acme");
    const first = rowsOf(made);
    expect(first.partners).toEqual([{ id: 1, name: "acme", created_at: 0 }]);
    expect(first.ledger_entries).toHaveLength(4);
    await made.writer.run((tx) => tx.run("UPDATE users SET username = 'mine'"));
    clock.advance(1_000);
    await files.reset("acme");
    expect(rowsOf(made)).toEqual(first);
    await made.writer.run((tx) => tx.run("DELETE FROM settings WHERE name = 'practice_profile'"));
    files.letGo(made);
    await files.close();
    expect(rowsOf(files.take("acme"))).toEqual(first);
    await files.close();
  });

  test("is sealed under the newest master key, also where that changed since the seed was made", async () => {
    const keyring = Keyring.create(directory.file("master.key"));
    const files = open(keyring);
    files.prepare();
    const elsewhere = Keyring.fromFile(directory.file("master.key"));
    elsewhere.beginRotation();
    for (const act of [() => {}, () => files.reset("acme")]) {
      await act();
      const database = files.take("acme");
      expect([...neededKeyIds(database.read, SEALED_TABLES)]).toEqual([elsewhere.current.id]);
      files.letGo(database);
    }
    await files.close();
  });

  test("comes into a file though an earlier attempt to make it was cut off", () => {
    const files = open(Keyring.create(directory.file("master.key")));
    mkdirSync(directory.file("sandbox"));
    writeFileSync(directory.file("sandbox/.acme.db.next"), "half");
    files.take("acme");
    expect(readdirSync(directory.file("sandbox")).filter((name) => name.includes("next"))).toEqual([]);
    return files.close();
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
    await world.services.sandboxFiles.reset("acme");
    expect(await balance()).toBe(125.5);
    const users = await world.call("GET", `${SANDBOX}/users?q=practice`, { key });
    expect(users.json.users.map((user: { id: number }) => user.id)).toEqual([2, 3]);
    expect((await world.call("GET", `${SANDBOX}/users?q=kim`, { key })).json.count).toBe(0);
  });

  test("empties idempotency records: the same intent is carried out again", async () => {
    expect((await credit({ idempotencyKey: "once" })).status).toBe(200);
    expect((await credit({ idempotencyKey: "once" })).json.error).toBe("idempotency_replay");
    await world.services.sandboxFiles.reset("acme");
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
    await world.services.sandboxFiles.reset("acme");
    await world.restart();
    expect((await credit({ nonce: young })).json.error).toBe("replay_detected");
    expect((await credit({ nonce: old })).status).toBe(200);
  });

  test("of one partner touches no other", async () => {
    const other = await world.createKey("other", "sandbox");
    await credit({ key: other });
    await world.services.sandboxFiles.reset("acme");
    const theirs = await world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key: other });
    expect(theirs.json.balance).toBe(135.5);
  });

  test("in the middle of a stream of mutations: each either stays whole or is gone whole", async () => {
    const running = Array.from({ length: 30 }, () => credit());
    await world.services.sandboxFiles.reset("acme");
    await Promise.all(running);
    const ledger = await world.call("GET", `${SANDBOX}/salutes/ledger?user_id=1`, { key });
    expect(await balance()).toBe(ledger.json.ledger[0].balance_after);
  });

  test("takes no longer for a file that has grown: its pages are overwritten, and the file shrinks", async () => {
    const file = world.services.sandboxFiles.take("acme");
    await file.writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
           INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at)
           SELECT 1, 'user-' || i, 'active', 0, 0, 0 FROM n`,
      ),
    );
    const pages = () => file.read.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
    const grown = pages();
    await world.services.sandboxFiles.reset("acme");
    expect(pages()).toBeLessThan(0.75 * grown);
    expect(file.read.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    world.services.sandboxFiles.letGo(file);
  });

  test("loses no nonce of a change that is made meanwhile", async () => {
    const resetting = world.services.sandboxFiles.reset("acme");
    const nonces = ["c", "d", "e", "f"].map((digit) => digit.repeat(32));
    const during = nonces.map((nonce) => credit({ nonce }));
    await resetting;
    for (const answer of during) expect((await answer).status).toBe(200);
    for (const nonce of nonces) expect((await credit({ nonce })).json.error).toBe("replay_detected");
  });

  test("twice at once ends, with the seed", async () => {
    await credit();
    await Promise.all([world.services.sandboxFiles.reset("acme"), world.services.sandboxFiles.reset("acme")]);
    expect(await balance()).toBe(125.5);
    expect((await credit()).status).toBe(200);
  });

  test("killed before its seed was in place leaves the file as it was, and holds changes up for two seconds at most", async () => {
    await credit();
    const file = world.services.sandboxFiles.take("acme");
    await file.writer.run(holdFile);
    expect(await balance()).toBe(135.5);
    const waiting = file.writer.run((tx) => tx.now);
    let isDone = false;
    void waiting.then(() => {
      isDone = true;
    });
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(isDone).toBe(false);
    world.clock.advance(2_000);
    await waiting;
    world.services.sandboxFiles.letGo(file);
    expect((await credit()).json.balance).toBe(145.5);
  });
});

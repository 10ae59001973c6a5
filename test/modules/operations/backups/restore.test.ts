import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../../../src/db/migrations/migrations.ts";
import { writeArchive } from "../../../../src/modules/operations/backups/archive/write-archive.ts";
import { markRestored, moveIntoPlace } from "../../../../src/modules/operations/backups/restore-backup.ts";
import type { Credentials } from "../../../harness/app/signing.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { brokenInvariants } from "../../../harness/checks/invariants.ts";
import { writeOlder } from "../../../harness/data/older-file.ts";
import { makeUnshrinkable } from "../../../harness/data/unshrinkable-file.ts";
import { salute, scratch } from "../../../harness/processes/commands.ts";
import { until } from "../../../harness/until.ts";
import { backUp, toArchivePath } from "./fixture.ts";

setDefaultTimeout(60_000);

let world: World;
let key: Credentials;
let user_id: number;
let away: ReturnType<typeof scratch>;
const target = () => away.file("restored");

beforeEach(async () => {
  away = scratch();
  world = await createWorld();
  key = await world.createKey("acme");
  user_id = await world.createUser(key, "ann");
  await credit(5);
});

afterEach(async () => {
  await world.close();
  away.remove();
});

function credit(amount: number) {
  return world.call("POST", "/api/salutes/credit", { key, body: { user_id, amount, reason: "quest" } });
}

async function archive(): Promise<string> {
  return toArchivePath(world, await backUp(world));
}

const restore = (from: string, ...more: string[]) =>
  salute(["restore", "--from", from, "--data", target(), ...more]);
const inTarget = (...args: string[]) => salute([...args, "--data", target()]);

function read<Row>(file: string, sql: string): Row[] {
  const client = new Database(join(target(), file), { readonly: true });
  try {
    return client.query(sql).all() as Row[];
  } finally {
    client.close();
  }
}

/** Copies the key files into the restored directory, as an operator would. */
function copyKeys(): void {
  for (const name of ["master.key", "log.key"]) cpSync(join(world.dataDir, name), join(target(), name));
}

describe("salute restore", () => {
  test("restores into a new directory, and check proves the state without key files", async () => {
    const from = await archive();
    await credit(7);
    const { code, json } = await restore(from, "--json");
    expect([code, json.ok, json.signed, json.data]).toEqual([0, true, true, target()]);
    expect(json.manifest.id).toBe(from.replace(/^.*\//, "").replace(".tar.zst", ""));
    expect(readdirSync(target()).sort()).toEqual([...json.files].sort());
    expect(brokenInvariants(target())).toEqual([]);
    expect((await inTarget("check", "--full", "--json")).json.ok).toBe(true);
    expect(read<{ balance: number }>("live.db", "SELECT balance FROM users")).toEqual([{ balance: 500 }]);
  });

  test("gives a file that can shrink, even of one that was made before files could", async () => {
    const { dataDir, clock, services } = world;
    await services.close();
    makeUnshrinkable(join(dataDir, "live.db"));
    world = await createWorld({}, { copyOf: { dataDir, at: clock.now() } });
    rmSync(dataDir, { recursive: true });
    expect(world.services.live.read.get("PRAGMA auto_vacuum")).toEqual({ auto_vacuum: 0 });
    expect((await restore(await archive())).code).toBe(0);
    expect(read("live.db", "PRAGMA auto_vacuum")).toEqual([{ auto_vacuum: 2 }]);
    expect((await inTarget("check", "--full", "--json")).json.ok).toBe(true);
  });

  test("prints the next steps", async () => {
    const { out } = await restore(await archive());
    for (const step of ["keyfiles import", "salute check", "salute serve", "salute resume"])
      expect(out).toContain(step);
  });

  test("refuses a directory with any content, which stays unchanged, and accepts an empty one", async () => {
    const from = await archive();
    mkdirSync(target());
    writeFileSync(join(target(), "note"), "mine");
    const refused = await restore(from);
    expect([refused.code, refused.err]).toEqual([
      1,
      `${target()} is not empty: a restore never overwrites files. Name an empty or new directory.\n`,
    ]);
    expect(readdirSync(target())).toEqual(["note"]);
    rmSync(join(target(), "note"));
    expect((await restore(from)).code).toBe(0);
  });

  test("takes a directory with only the key files, whose log.key proves a backup from anywhere", async () => {
    const from = await archive();
    const carried = away.file("carried.tar.zst");
    cpSync(from, carried);
    cpSync(from.replace(".tar.zst", ".json"), carried.replace(".tar.zst", ".json"));
    expect((await restore(carried)).err).toContain("its log key is unknown here");
    mkdirSync(target());
    copyKeys();
    writeFileSync(join(target(), "serve.lock-journal"), "left by a first start that was killed");
    const { code, json } = await restore(carried, "--json");
    expect([code, json.signed]).toEqual([0, true]);
  });

  test("names the import of the keys as the next step only where the right ones are missing", async () => {
    const from = await archive();
    const first = (await restore(from)).out;
    expect(first).toContain("keyfiles import");
    expect(first).toContain(`it is signed with ${join(world.dataDir, "log.key")}.`);

    rmSync(target(), { recursive: true });
    mkdirSync(target());
    copyKeys();
    const { code, out } = await restore(from);
    expect([code, out.includes("Next, in this order:"), out.includes("keyfiles import")]).toEqual([
      0,
      true,
      false,
    ]);

    rmSync(target(), { recursive: true });
    mkdirSync(target());
    copyKeys();
    writeFileSync(join(target(), "master.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`, {
      mode: 0o600,
    });
    const other = await restore(from);
    expect([other.code, other.out.includes("does not open these databases")]).toEqual([0, true]);
    expect(other.out).toContain("keyfiles import");
  });

  test("leaves no files after refusing a damaged archive", async () => {
    const from = await archive();
    writeFileSync(from, "gone");
    const { code, err } = await restore(from);
    expect([code, err]).toEqual([
      1,
      `${from} differs from its manifest: a byte was changed, or the file is truncated\n`,
    ]);
    expect(existsSync(target())).toBe(false);
  });

  test("restores an archive without its manifest with --unsigned, and reports that", async () => {
    const from = await archive();
    rmSync(from.replace(".tar.zst", ".json"));
    const refused = await restore(from);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--unsigned")]);
    const { code, out } = await restore(from, "--unsigned");
    expect([code, out.includes("No manifest beside the archive")]).toEqual([0, true]);
    expect(out).toContain("Its origin is unproved");
  });

  test("gives new rows ids that are 1,000,000 higher, in empty tables too", async () => {
    const before = await credit(1);
    await restore(await archive());
    const sequences = new Map(
      read<{ name: string; seq: number }>("live.db", "SELECT name, seq FROM sqlite_sequence").map((row) => [
        row.name,
        row.seq,
      ]),
    );
    expect(sequences.get("users")).toBe(user_id + 1_000_000);
    const floors = read<{ table_name: string; floor: number }>(
      "live.db",
      "SELECT * FROM id_floors ORDER BY floor",
    );
    expect(floors.map(({ table_name }) => table_name).sort()).toEqual(["events", "ledger_entries"]);
    expect(floors.find(({ table_name }) => table_name === "ledger_entries")?.floor).toBe(
      before.json.ledger_entry_id + 1_000_000,
    );
    const tables = read<{ name: string }>(
      "live.db",
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'",
    );
    for (const { name } of tables) expect(sequences.get(name)).toBeGreaterThanOrEqual(1_000_000);
  });

  test("has the feed of events begin again, so that whoever was ahead is told", async () => {
    await credit(1);
    const newest = "SELECT max(sequence) AS sequence FROM events";
    await restore(await archive());
    const [{ sequence } = { sequence: 0 }] = read<{ sequence: number }>("live.db", newest);
    expect(sequence).toBeGreaterThan(0);
    expect(read("live.db", "SELECT sequence FROM event_feed_floors")).toEqual([
      { sequence: sequence + 1_000_000 },
    ]);
  });

  test("migrates and proves a backup of an older version", async () => {
    const from = away.file("b-older.tar.zst");
    const entries = ["live.db", "sandbox.db"].map((name) => ({ name, path: away.file(name) }));
    for (const { path } of entries) writeOlder(path);
    await writeArchive(entries, from, null);
    expect((await restore(from, "--unsigned")).code).toBe(0);
    const [newest] = read<{ name: string }>(
      "live.db",
      "SELECT name FROM schema_migrations ORDER BY version DESC",
    );
    expect(newest?.name).toBe(MIGRATIONS.at(-1)?.name);
    const { json } = await inTarget("check", "--full", "--json");
    expect(
      json.checks.filter(({ name, ok }: { name: string; ok: boolean }) => !ok && !name.startsWith("log")),
    ).toEqual([]);
  });

  test("never moves a file with an unfinished WAL into place", async () => {
    const path = away.file("live.db");
    writeOlder(path, 1);
    const reader = new Database(path);
    try {
      reader.run("PRAGMA journal_mode = WAL");
      reader.run("BEGIN");
      reader.query("SELECT * FROM settings").all();
      await markRestored(path, {
        clock: world.clock,
        actor: { kind: "command", name: "test" },
        from: "b-1",
        state: "a backup",
      });
      expect(() => moveIntoPlace(["live.db"], away.path, target())).toThrow("live.db could not be completed");
      expect([existsSync(path), existsSync(target())]).toEqual([true, false]);
    } finally {
      reader.close();
    }
  });

  test("an unfinished restore makes every command refuse the directory", async () => {
    await restore(await archive());
    mkdirSync(join(target(), ".restoring"));
    renameSync(join(target(), "live.db"), join(target(), ".restoring/live.db"));
    copyKeys();
    for (const command of ["migrate", "serve"]) {
      const { code, err } = await inTarget(command);
      expect([code, err]).toEqual([1, expect.stringContaining("is in progress or was interrupted")]);
    }
    expect(readdirSync(target()).sort()).toEqual([
      ".restoring",
      "log.db",
      "log.key",
      "master.key",
      "sandbox.db",
    ]);
  });

  test("refuses a backup of a newer version", async () => {
    const from = away.file("b-newer.tar.zst");
    writeOlder(away.file("live.db"));
    const client = new Database(away.file("live.db"));
    for (let version = MIGRATIONS.length; version < MIGRATIONS.length + 2; version++)
      client.run("INSERT INTO schema_migrations VALUES (?, '0099_future', 'x', 0)", [version]);
    client.close();
    await writeArchive([{ name: "live.db", path: away.file("live.db") }], from, null);
    const { code, err } = await restore(from, "--unsigned");
    expect([code, err]).toEqual([1, expect.stringContaining("was written by a newer salute")]);
  });
});

describe("after a restore", () => {
  test("the server starts in safe mode, which resume ends and safe-mode off refuses to end", async () => {
    await restore(await archive());
    copyKeys();
    const restored = await createWorld();
    await restored.close();
    const off = await inTarget("safe-mode", "off");
    expect([off.code, off.err]).toEqual([1, expect.stringContaining("Run salute resume")]);
    const { json } = await inTarget("doctor", "--json");
    const finding = json.findings.find((each: { name: string }) => each.name === "safe_mode");
    expect([finding.level, finding.fix]).toEqual(["warn", expect.stringContaining("salute resume")]);
    const resumed = await inTarget("resume");
    expect([resumed.code, resumed.out]).toEqual([0, expect.stringMatching(/^resumed; restored from b-/)]);
    expect(await inTarget("resume")).toMatchObject({ code: 1 });
    expect((await inTarget("safe-mode", "off")).out).toBe("safe mode was already off\n");
    const actions = read<{ action: string }>("live.db", "SELECT action FROM audit_entries ORDER BY id");
    expect(actions.map(({ action }) => action).slice(-4)).toEqual([
      "restore",
      "safe_mode.on",
      "safe_mode.off",
      "resume",
    ]);
  });

  test("the log stays unsigned, and check fails, until log resume is given the newest published note", async () => {
    const manifest = await backUp(world);
    await restore(toArchivePath(world, manifest));
    copyKeys();
    const kept = join(target(), "log.checkpoint");
    expect((await inTarget("jobs", "list")).code).toBe(0);
    expect(existsSync(kept)).toBe(false);
    expect((await inTarget("check")).code).toBe(0);
    writeFileSync(away.file("note"), manifest.checkpoint ?? "");
    expect(await inTarget("log", "resume", "--checkpoint", away.file("note"))).toMatchObject({ code: 0 });
    expect(existsSync(kept)).toBe(true);
    expect((await inTarget("check")).code).toBe(0);
    rmSync(kept);
    expect((await inTarget("check")).code).toBe(1);
  });

  test("changes are refused until an operator resumes on the page; the safe-mode switch there is refused", async () => {
    const operator = await signedIn(world, "ops", "operator");
    await operator.open("/admin");
    expect((await operator.submit("/admin/resume")).status).toBe(409);
    const path = world.services.live.path;
    await markRestored(path, {
      clock: world.clock,
      actor: { kind: "command", name: "restore" },
      from: "b-1",
      state: "a backup",
    });
    expect((await credit(1)).json.error).toBe("safe_mode");
    expect((await operator.open("/admin/safe-mode")).text).toContain("Resume after the restore");
    expect((await operator.submit("/admin/safe-mode", { state: "off" })).status).toBe(409);
    expect((await credit(1)).json.error).toBe("safe_mode");
    expect((await operator.submit("/admin/resume")).status).toBe(303);
    expect((await credit(1)).status).toBe(200);
  });
});

test("a backup made during a stream of credits restores to a state that check proves, with every earlier credit", async () => {
  let isDone = false;
  let acknowledged = 0;
  const stream = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      const answer = await credit(1);
      if (answer.status === 200) acknowledged++;
      await Bun.sleep(0);
    }
  });
  await until(() => acknowledged >= 20);
  const before = acknowledged;
  const run = await salute(["backup", "run", "--json", "--data", world.dataDir]);
  isDone = true;
  await Promise.all(stream);
  expect(run.code).toBe(0);
  const from = join(world.dataDir, "backups", run.json.file);
  expect((await restore(from)).code).toBe(0);
  expect(brokenInvariants(target())).toEqual([]);
  expect((await inTarget("check", "--full")).code).toBe(0);
  const [kept] = read<{ count: number }>("live.db", "SELECT COUNT(*) AS count FROM ledger_entries");
  expect(kept?.count).toBeGreaterThanOrEqual(before + 1);
  expect(kept?.count).toBeLessThanOrEqual(acknowledged + 1);
});

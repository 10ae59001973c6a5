import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../../../src/db/migrations.ts";
import { writeArchive } from "../../../../src/modules/operations/backups/archive/archive.ts";
import { markRestored, putInPlace } from "../../../../src/modules/operations/backups/restore-backup.ts";
import type { Credentials } from "../../../harness/app/signing.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { brokenInvariants } from "../../../harness/checks/invariants.ts";
import { writeOlder } from "../../../harness/data/older-file.ts";
import { salute, scratch } from "../../../harness/processes/commands.ts";
import { archiveOf, backUp } from "./fixture.ts";

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
  return archiveOf(world, await backUp(world));
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

/** Gives the restored directory its key files, as whoever restores does. */
function copyKeys(): void {
  for (const name of ["master.key", "log.key"]) cpSync(join(world.dataDir, name), join(target(), name));
}

describe("salute restore", () => {
  test("puts the state into a new directory, and check proves it without key files", async () => {
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

  test("says what comes next, in words", async () => {
    const { out } = await restore(await archive());
    for (const step of ["keyfiles import", "salute check", "salute serve", "salute resume"])
      expect(out).toContain(step);
  });

  test("a directory that holds anything is refused and stays as it is; an empty one is taken", async () => {
    const from = await archive();
    mkdirSync(target());
    writeFileSync(join(target(), "note"), "mine");
    const refused = await restore(from);
    expect([refused.code, refused.err]).toEqual([
      1,
      `${target()} is not empty: a restore writes over nothing. Name an empty or new directory.\n`,
    ]);
    expect(readdirSync(target())).toEqual(["note"]);
    rmSync(join(target(), "note"));
    expect((await restore(from)).code).toBe(0);
  });

  test("a damaged archive leaves nothing behind", async () => {
    const from = await archive();
    writeFileSync(from, "gone");
    const { code, err } = await restore(from);
    expect([code, err]).toEqual([
      1,
      `${from} is not the file of its manifest: a byte was changed, or it was cut short\n`,
    ]);
    expect(existsSync(target())).toBe(false);
  });

  test("without its manifest it is restored, and that is said", async () => {
    const from = await archive();
    rmSync(from.replace(".tar.zst", ".json"));
    const refused = await restore(from);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--unsigned")]);
    const { code, out } = await restore(from, "--unsigned");
    expect([code, out.includes("No manifest beside the archive")]).toEqual([0, true]);
    expect(out).toContain("Its origin is unproved");
  });

  test("new rows get ids that are 1,000,000 further on, in tables without a row too", async () => {
    const before = await credit(1);
    await restore(await archive());
    const sequences = new Map(
      read<{ name: string; seq: number }>("live.db", "SELECT name, seq FROM sqlite_sequence").map((row) => [
        row.name,
        row.seq,
      ]),
    );
    expect(sequences.get("users")).toBe(user_id + 1_000_000);
    expect(sequences.get("ledger_entries")).toBe(before.json.ledger_entry_id + 1_000_000);
    const tables = read<{ name: string }>(
      "live.db",
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'",
    );
    for (const { name } of tables) expect(sequences.get(name)).toBeGreaterThanOrEqual(1_000_000);
  });

  test("a backup of an older salute is brought up to date, and proved", async () => {
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

  test("a file that cannot be marked in full is not handed out", async () => {
    const path = away.file("live.db");
    writeOlder(path, 1);
    const reader = new Database(path);
    try {
      reader.run("PRAGMA journal_mode = WAL");
      reader.run("BEGIN");
      reader.query("SELECT * FROM settings").all();
      await markRestored(path, world.clock, { kind: "command", name: "test" }, "b-1", "a backup");
      expect(() => putInPlace(["live.db"], away.path, target())).toThrow("live.db could not be completed");
      expect([existsSync(path), existsSync(target())]).toEqual([true, false]);
    } finally {
      reader.close();
    }
  });

  test("a directory whose live.db was not put in its place yet is refused by every command", async () => {
    await restore(await archive());
    mkdirSync(join(target(), ".restoring"));
    renameSync(join(target(), "live.db"), join(target(), ".restoring/live.db"));
    copyKeys();
    for (const command of ["migrate", "serve"]) {
      const { code, err } = await inTarget(command);
      expect([code, err]).toEqual([1, expect.stringContaining("is under way, or was cut short")]);
    }
    expect(readdirSync(target()).sort()).toEqual([
      ".restoring",
      "log.db",
      "log.key",
      "master.key",
      "sandbox.db",
    ]);
  });

  test("a backup of a newer salute is refused", async () => {
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
  test("the server starts in safe mode; resume ends it, safe-mode off does not and says so", async () => {
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

  test("the log stays unsigned until log resume is given the newest published note; check waits for it as well", async () => {
    const manifest = await backUp(world);
    await restore(archiveOf(world, manifest));
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

  test("changes are refused until an operator resumes on the page, where the other switch is refused", async () => {
    const operator = await signedIn(world, "ops", "operator");
    await operator.open("/admin");
    expect((await operator.submit("/admin/resume")).status).toBe(409);
    const path = world.services.live.path;
    await markRestored(path, world.clock, { kind: "command", name: "restore" }, "b-1", "a backup");
    expect((await credit(1)).json.error).toBe("safe_mode");
    expect((await operator.open("/admin/safe-mode")).text).toContain("Resume after the restore");
    expect((await operator.submit("/admin/safe-mode", { state: "off" })).status).toBe(409);
    expect((await credit(1)).json.error).toBe("safe_mode");
    expect((await operator.submit("/admin/resume")).status).toBe(303);
    expect((await credit(1)).status).toBe(200);
  });
});

test("a backup that is made while credits stream restores to a state that check proves, with all that came before it", async () => {
  let isDone = false;
  let acknowledged = 0;
  const stream = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      const answer = await credit(1);
      if (answer.status === 200) acknowledged++;
      await Bun.sleep(0);
    }
  });
  while (acknowledged < 20) await Bun.sleep(1);
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

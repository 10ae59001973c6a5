import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SEALED_TABLES } from "../../src/compose/modules.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { type RunOptions, salute, scratch } from "../harness/processes/commands.ts";

/** Timeout; deriving keys from passphrases is slow by design. */
setDefaultTimeout(30_000);

let world: World;
let away: ReturnType<typeof scratch>;
let passphrase: string;

beforeEach(async () => {
  world = await createWorld();
  await world.createKey("acme");
  away = scratch();
  passphrase = away.file("passphrase");
  writeFileSync(passphrase, "correct horse battery\n");
});

afterEach(async () => {
  await world.close();
  away.remove();
});

const copies = () => away.file("copies");
const own = (name: string) => join(world.dataDir, name);
const read = (path: string) => readFileSync(path, "utf8");
const keyfiles = (args: string[], options?: RunOptions) =>
  salute(["keyfiles", ...args, "--data", world.dataDir], options);
const exportTo = (...more: string[]) => keyfiles(["export", "--to", copies(), ...more]);
const importFrom = (...more: string[]) => keyfiles(["import", "--from", copies(), ...more]);
/** Doctor's finding on the copies. */
async function copiesFinding(): Promise<string> {
  const { json } = await salute(["doctor", "--json", "--data", world.dataDir]);
  const { level, message } = json.findings.find((each: { name: string }) => each.name === "key_copies");
  return `${level}: ${message}`;
}

/** Removes key files, like a restored backup. */
function lose(...names: string[]): void {
  for (const name of names) renameSync(own(name), away.file(`lost-${name}`));
}

describe("keyfiles export", () => {
  test("copies both files with 0600 into a directory of 0700, and doctor stops warning until a key changes", async () => {
    expect(await copiesFinding()).toStartWith("warn: The key files were never exported");
    expect(await exportTo()).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(copies()).sort()).toEqual(["log.key", "master.key"]);
    for (const name of ["master.key", "log.key"]) {
      expect(read(join(copies(), name))).toBe(read(own(name)));
      expect(statSync(join(copies(), name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(copies()).mode & 0o777).toBe(0o700);
    expect(await copiesFinding()).toBe("ok: exported");
    await salute(["master-key", "rotate", "--data", world.dataDir]);
    expect(await copiesFinding()).toStartWith("warn: The key files changed since they were exported");
  });

  test("repeating changes nothing; a different key is not overwritten", async () => {
    await exportTo();
    const before = statSync(join(copies(), "master.key")).mtimeMs;
    expect((await exportTo()).out).toContain("master.key (was there already)");
    expect(statSync(join(copies(), "master.key")).mtimeMs).toBe(before);
    const old = read(own("master.key"));
    await salute(["master-key", "rotate", "--data", world.dataDir]);
    const refused = await exportTo();
    expect([refused.code, refused.err]).toEqual([
      1,
      `${join(copies(), "master.key")} holds another key, which is not overwritten: move it away first\n`,
    ]);
    expect(read(join(copies(), "master.key"))).toBe(old);
    expect(await copiesFinding()).toStartWith("warn: The key files changed");
  });

  test.each(["", "backups", "backups/keys"])("to the data directory (%p) is refused", async (inside) => {
    const { code, err } = await keyfiles(["export", "--to", join(world.dataDir, inside)]);
    expect([code, err.includes("inside the data directory")]).toEqual([1, true]);
    expect(existsSync(own("backups"))).toBe(false);
  });

  test("with MASTER_KEY only log.key is copied", async () => {
    const env = { MASTER_KEY: read(own("master.key")).trim() };
    expect((await keyfiles(["export", "--to", copies()], { env })).code).toBe(0);
    expect(readdirSync(copies())).toEqual(["log.key"]);
  });

  test("is in the audit trail, without a key", async () => {
    await exportTo();
    const [entry] = world.services.live.read.all<{ actor: string; details: string }>(
      "SELECT actor, details FROM audit_entries WHERE action = 'keyfiles.export'",
    );
    expect(entry?.actor).toBe("keyfiles export");
    expect(JSON.parse(entry?.details ?? "")).toEqual({
      master: [world.services.keyring.current.id],
      log: expect.stringMatching(/^[0-9a-f]{8}$/),
      os_user: expect.any(String),
      under_passphrase: false,
    });
  });
});

describe("keyfiles import", () => {
  test("restores lost files with 0600, and the server starts again", async () => {
    await exportTo();
    const before = read(own("master.key"));
    lose("master.key", "log.key");
    expect((await salute(["keys", "list", "--data", world.dataDir])).code).toBe(1);
    expect(await importFrom()).toMatchObject({ code: 0, err: "" });
    expect(read(own("master.key"))).toBe(before);
    expect(statSync(own("master.key")).mode & 0o777).toBe(0o600);
    expect(statSync(own("log.key")).mode & 0o777).toBe(0o600);
    expect((await salute(["keys", "list", "--data", world.dataDir])).code).toBe(0);
  });

  test("existing files are kept", async () => {
    await exportTo();
    expect((await importFrom()).out).toBe(
      `${own("master.key")} (was there already)\n${own("log.key")} (was there already)\n`,
    );
  });

  test("the key of another installation is refused, and nothing is written", async () => {
    const other = away.file("other");
    await salute(["migrate", "--data", other]);
    await salute(["keyfiles", "export", "--to", copies(), "--data", other]);
    lose("master.key", "log.key");
    const { code, err } = await importFrom();
    expect([code, err.includes("is not the one that this data directory was made with")]).toEqual([1, true]);
    expect([existsSync(own("master.key")), existsSync(own("log.key"))]).toEqual([false, false]);
  });

  test("a different existing key is not overwritten, not even by the right one", async () => {
    await exportTo();
    const wrong = `${Buffer.alloc(32, 7).toString("base64")}\n`;
    writeFileSync(own("master.key"), wrong);
    const { code, err } = await importFrom();
    expect([code, err.includes("holds another key, which is not overwritten")]).toEqual([1, true]);
    expect(read(own("master.key"))).toBe(wrong);
  });

  test("a copy from before an unfinished rotation is refused, as it cannot open all secrets", async () => {
    await exportTo();
    const { rotateMasterKey } = await import("../../src/modules/platform/master-key/index.ts");
    const { live, sandbox, keyring } = world.services;
    for await (const { resealed } of rotateMasterKey(
      { live, others: () => [sandbox], keyring, tables: SEALED_TABLES },
      { kind: "command", name: "test" },
    ))
      if (resealed > 0) break;
    lose("master.key");
    const { code, err } = await importFrom();
    expect([code, err]).toEqual([
      1,
      `live.db holds secrets sealed with the key ${keyring.current.id}, which is not in master.key\n`,
    ]);
  });

  test.each([
    ["no directory", () => {}, "holds no master.key or log.key"],
    ["an empty directory", () => mkdirSync(copies()), "holds no master.key or log.key"],
    ["an invalid key file", () => write("master.key", "hello\n"), "master.key: a master key is 32 bytes"],
    ["an empty file", () => write("master.key", "\n"), "master.key: it contains no key"],
    ["an invalid log key", () => write("log.key", "hello\n"), "log.key: a log key is 32 bytes"],
  ])("%s is refused with a message", async (_, prepare, words) => {
    prepare();
    lose("master.key", "log.key");
    const { code, err } = await importFrom();
    expect([code, err.includes(words)]).toEqual([1, true]);
    expect(existsSync(own("master.key"))).toBe(false);
  });

  test("a second machine's new directory gets the keys before it has databases", async () => {
    await exportTo();
    const data = away.file("second/data");
    const command = ["keyfiles", "import", "--from", copies(), "--data", data];
    const { code, out } = await salute(command);
    expect([code, out.includes("holds no databases: salute standby")]).toEqual([0, true]);
    expect(readFileSync(join(data, "master.key"), "utf8")).toBe(readFileSync(own("master.key"), "utf8"));
    expect([statSync(data).mode & 0o777, statSync(join(data, "log.key")).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    expect((await salute(command)).out).toContain("log.key (was there already)");
    writeFileSync(join(data, "notes.txt"), "");
    const other = await salute(command);
    expect([other.code, other.err.includes("is not empty (notes.txt)")]).toEqual([1, true]);
  });

  function write(name: string, text: string): void {
    mkdirSync(copies(), { recursive: true });
    writeFileSync(join(copies(), name), text);
  }
});

describe("under a passphrase", () => {
  const sealed = () => ["--passphrase-file", passphrase];

  test("the copies reveal nothing without it, and can be imported with it", async () => {
    expect((await exportTo(...sealed())).code).toBe(0);
    expect(readdirSync(copies()).sort()).toEqual(["log.key.sealed", "master.key.sealed"]);
    const text = read(join(copies(), "master.key.sealed"));
    expect(text.includes(read(own("master.key")).trim())).toBe(false);
    expect(statSync(join(copies(), "master.key.sealed")).mode & 0o777).toBe(0o600);
    expect((await exportTo(...sealed())).out).toContain("(was there already)");
    const before = read(own("master.key"));
    lose("master.key", "log.key");
    const without = await importFrom();
    expect([without.code, without.err.includes("--passphrase-file")]).toEqual([1, true]);
    expect((await importFrom(...sealed())).code).toBe(0);
    expect(read(own("master.key"))).toBe(before);
  });

  test("a wrong or short one, a changed byte, and a swapped file are refused", async () => {
    await exportTo(...sealed());
    lose("master.key", "log.key");
    writeFileSync(passphrase, "short\n");
    expect((await importFrom(...sealed())).err).toContain("at least 12 characters");
    writeFileSync(passphrase, "wrong horse battery\n");
    expect((await importFrom(...sealed())).err).toContain("does not open with this passphrase");
    writeFileSync(passphrase, "correct horse battery\n");
    const [master, log] = ["master.key.sealed", "log.key.sealed"].map((name) => join(copies(), name));
    if (master === undefined || log === undefined) throw new Error("no paths");
    const right = read(master);
    writeFileSync(master, read(log));
    expect((await importFrom(...sealed())).err).toContain("does not open with this passphrase");
    writeFileSync(master, `${right.slice(0, -4)}${right.at(-4) === "A" ? "B" : "A"}${right.slice(-3)}`);
    expect((await importFrom(...sealed())).err).toContain("does not open with this passphrase");
    writeFileSync(master, "something else");
    expect((await importFrom(...sealed())).err).toContain("is not a sealed key file");
    rmSync(master);
    expect((await importFrom(...sealed())).code).toBe(1);
    expect(existsSync(own("master.key"))).toBe(false);
  });
});

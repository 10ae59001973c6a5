import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { installSteps } from "../../src/commands/service/steps.ts";
import { PLACES } from "../../src/commands/service/unit.ts";
import { executable } from "../harness/processes/build.ts";
import { salute, scratch } from "../harness/processes/commands.ts";
import { SCRATCH } from "../harness/processes/scratch.ts";

/** Commands of root on the directory of a server that runs under an account of its own. */

setDefaultTimeout(60_000);
const ACCOUNT = 12_345;

let dir: ReturnType<typeof scratch>;
const data = () => dir.file("data");
const own = (name: string) => join(data(), name);
const ownerOf = (path: string) => statSync(path).uid;

function foreign(): string[] {
  return readdirSync(data(), { recursive: true, encoding: "utf8" }).filter(
    (name) => name !== "lost+found" && ownerOf(own(name)) !== ACCOUNT,
  );
}

async function run(...args: string[]) {
  const result = await salute([...args, "--data", data()]);
  expect([args, result.code, result.err]).toEqual([args, 0, expect.any(String)]);
  return result;
}

beforeEach(async () => {
  dir = scratch();
  await run("migrate");
  mkdirSync(own("lost+found"));
  for (const name of readdirSync(data()).filter((each) => each !== "lost+found"))
    chownSync(own(name), ACCOUNT, ACCOUNT);
  chownSync(data(), ACCOUNT, ACCOUNT);
});
afterEach(() => dir.remove());

describe.skipIf(process.getuid?.() !== 0)("as root", () => {
  test("what a command makes in the data directory belongs to its owner", async () => {
    await run("keys", "create", "--partner", "acme", "--mode", "sandbox");
    await run("sandbox", "reset", "--partner", "acme");
    await run("backup", "run");
    expect(readdirSync(own("backups")).length).toBeGreaterThan(1);
    expect(foreign()).toEqual([]);
    expect(ownerOf(own("lost+found"))).toBe(0);
  });

  test("a command that fails leaves nothing of root's either", async () => {
    writeFileSync(own("left"), "");
    expect((await salute(["keys", "set", "pk_none", "--rate-limit", "1", "--data", data()])).code).toBe(1);
    expect(foreign()).toEqual([]);
  });

  test("a place outside that only root may write can be named, and stays root's", async () => {
    const away = dir.file("away");
    mkdirSync(away, { mode: 0o700 });
    await run("keyfiles", "export", "--to", join(away, "keys"));
    expect(ownerOf(join(away, "keys", "master.key"))).toBe(0);
    expect(foreign()).toEqual([]);
  });

  test("a link, or a second name of a file elsewhere, gives nothing away", async () => {
    for (const name of ["secret", "other"]) writeFileSync(dir.file(name), "root's", { mode: 0o600 });
    symlinkSync(dir.file("secret"), own("link"));
    linkSync(dir.file("other"), own("second-name"));
    mkdirSync(dir.file("folder"));
    writeFileSync(dir.file("folder/file"), "");
    symlinkSync(dir.file("folder"), own("folder"));
    await run("keys", "create", "--partner", "acme", "--mode", "sandbox");
    for (const name of ["secret", "other", "folder", "folder/file"]) expect(ownerOf(dir.file(name))).toBe(0);
  });

  test("the audit trail names the account that ran a command", async () => {
    const made = await run("operators", "create", "--name", "zoe", "--role", "viewer");
    expect(made.err).toBe("");
    using live = new Database(own("live.db"), { readonly: true });
    const [entry] = live
      .query<{ actor: string; details: string }, []>(
        "SELECT actor, details FROM audit_entries ORDER BY id DESC LIMIT 1",
      )
      .all();
    expect(entry?.actor).toBe("operators create");
    expect(JSON.parse(entry?.details ?? "").os_user).toStartWith("root");
  });

  test("doctor reports files of another account with the fix, and changes none", async () => {
    const owners = async () => {
      const { json } = await salute(["doctor", "--json", "--data", data()]);
      return json.findings.find(({ name }: { name: string }) => name === "owners");
    };
    expect(await owners()).toMatchObject({ level: "ok" });
    lchownSync(own("log.key"), 0, 0);
    expect(await owners()).toMatchObject({
      level: "bad",
      message: expect.stringContaining(own("log.key")),
      fix: `chown -R ${ACCOUNT}:${ACCOUNT} ${data()}`,
    });
    expect(foreign()).toEqual(["log.key"]);
  });

  test("a command of an account that may not read the directory does not take it for empty", () => {
    for (const path of [SCRATCH, dir.path]) chmodSync(path, 0o755);
    for (const words of [["check"], ["keys", "list"], ["backup", "run"]]) {
      const uid = ACCOUNT + 1;
      const command = [...words, "--data", data()];
      const { status, stderr } = spawnSync(executable(), command, { uid, gid: uid, encoding: "utf8" });
      expect([status, stderr]).toEqual([
        1,
        `This account may not read ${data()}: run it as root or as its owner.\n`,
      ]);
    }
  });

  test("doctor of an account that may not read the directory, or a file in it, still reports", () => {
    for (const path of [SCRATCH, dir.path]) chmodSync(path, 0o755);
    const doctor = (uid: number) => {
      const words = ["doctor", "--json", "--data", data()];
      const { stdout, stderr } = spawnSync(executable(), words, { uid, gid: uid, encoding: "utf8" });
      expect(stderr).toBe("");
      const { findings } = JSON.parse(stdout) as { findings: { name: string; level: string }[] };
      return Object.fromEntries(findings.map((each) => [each.name, each.level]));
    };
    const stranger = doctor(ACCOUNT + 1);
    expect([stranger.data_directory, stranger.public_base_url]).toEqual(["bad", "ok"]);
    for (const name of ["live.db", "master.key"]) {
      chownSync(own(name), 0, 0);
      chmodSync(own(name), 0o600);
    }
    const owner = doctor(ACCOUNT);
    expect([owner.owners, owner.schema, owner.master_key]).toEqual(["bad", "bad", "bad"]);
    expect(owner.public_base_url).toBe("ok");
  });
});

test("an image's /etc stays readable, whatever the umask", () => {
  const before = process.umask(0o077);
  try {
    const root = dir.file("image");
    const steps = installSteps({
      places: PLACES,
      role: "server",
      executable: process.execPath,
      root,
      hasUser: true,
    });
    for (const { run: step } of steps.slice(1)) step?.();
    const modeOf = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8);
    expect(["etc", "etc/salute", "etc/systemd/system"].map(modeOf)).toEqual(["755", "700", "755"]);
  } finally {
    process.umask(before);
  }
});

test("a disk's lost+found does not make a directory occupied", async () => {
  const backup = (await run("backup", "run", "--json")).json;
  const into = dir.file("disk");
  mkdirSync(join(into, "lost+found"), { recursive: true });
  const restored = await salute([
    ...["restore", "--from", own(`backups/${backup.file}`), "--vkey", own("log.key"), "--data", into],
  ]);
  expect([restored.err, restored.code]).toEqual([expect.any(String), 0]);
});

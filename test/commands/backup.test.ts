import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute, scratch } from "../harness/processes/commands.ts";

/** Timeout for backups, which run in separate processes. */
setDefaultTimeout(120_000);

let world: World;
let away: ReturnType<typeof scratch>;

beforeEach(async () => {
  world = await createWorld();
  const key = await world.createKey("acme");
  await world.createUser(key, "ann");
  away = scratch();
});

afterEach(async () => {
  await world.close();
  away.remove();
});

const inData = (args: string[], env: Record<string, string> = {}) =>
  salute([...args, "--data", world.dataDir], { env });
const directory = () => join(world.dataDir, "backups");

describe("salute backup", () => {
  test("run makes a backup beside a running server and prints its manifest; list shows it; verify checks it by id and by file", async () => {
    const { code, json: manifest } = await inData(["backup", "run", "--json"]);
    expect(code).toBe(0);
    expect(manifest).toEqual(JSON.parse(readFileSync(join(directory(), `${manifest.id}.json`), "utf8")));
    expect((await inData(["backup", "list", "--json"])).json).toEqual([manifest]);
    expect((await inData(["backup", "list"])).out).toContain(manifest.id);
    const archive = join(directory(), manifest.file);
    for (const word of [manifest.id, archive]) {
      const verified = await inData(["backup", "verify", word, "--json"]);
      expect(verified.code).toBe(0);
      expect(verified.json).toMatchObject({
        ok: true,
        file: archive,
        signed: true,
        manifest,
      });
    }
    expect((await inData(["jobs", "list", "--json"])).json).toContainEqual(
      expect.objectContaining({
        name: "backup",
        last_run: expect.objectContaining({ trigger: "command", status: "ok" }),
      }),
    );
  });

  test("the text output shows path and contents, and that key files are not included", async () => {
    const { out } = await inData(["backup", "run"]);
    expect(out).toContain(`file    ${directory()}`);
    expect(out).toContain("users 1");
    expect(out).toContain("salute keyfiles export");
    const [id = ""] = readdirSync(directory()).map((name) => name.split(".")[0] ?? "");
    expect((await inData(["backup", "verify", id])).out).toContain(
      `Its manifest is signed with ${join(world.dataDir, "log.key")}.`,
    );
  });

  test("with BACKUP_ENCRYPTION_KEY it is encrypted, and can be verified only with the key", async () => {
    const env = { BACKUP_ENCRYPTION_KEY: "correct horse battery staple" };
    const { json } = await inData(["backup", "run", "--json"], env);
    expect([json.is_encrypted, json.file.endsWith(".tar.zst.age")]).toEqual([true, true]);
    expect(await inData(["backup", "verify", json.id])).toMatchObject({ code: 1 });
    expect(await inData(["backup", "verify", json.id], env)).toMatchObject({ code: 0 });
  });

  test("another installation's backup is detected by its signing key", async () => {
    const { json } = await inData(["backup", "run", "--json"]);
    const other = away.file("other");
    await salute(["migrate", "--data", other]);
    const archive = away.file(json.file);
    for (const name of [json.file, `${json.id}.json`]) cpSync(join(directory(), name), away.file(name));
    const verify = (...flags: string[]) => salute(["backup", "verify", archive, "--data", other, ...flags]);
    const { code, err } = await verify();
    expect([code, err]).toEqual([1, expect.stringContaining("was signed by a key other than the log's")]);
    expect((await verify("--vkey", join(world.dataDir, "log.key"))).code).toBe(0);
    const { text: vkey } = await world.call("GET", "/log/vkey");
    expect((await verify("--vkey", vkey.trim())).code).toBe(0);
    expect((await verify("--vkey", "nonsense")).code).toBe(2);
  });

  test("a changed or unknown one: exit 1 with a message; without an argument: wrong usage", async () => {
    const { json } = await inData(["backup", "run", "--json"]);
    writeFileSync(join(directory(), json.file), "changed");
    expect(await inData(["backup", "verify", json.id])).toMatchObject({
      code: 1,
      err: expect.stringContaining("a byte was changed, or the file is truncated"),
    });
    expect(await inData(["backup", "verify", "b-none"])).toMatchObject({
      code: 1,
      err: `there is no backup b-none; see: salute backup list --data ${world.dataDir}\n`,
    });
    expect(await inData(["backup", "verify"])).toMatchObject({ code: 2 });
  });

  test("before the first the list is empty, and says how to make one", async () => {
    expect((await inData(["backup", "list", "--json"])).json).toEqual([]);
    expect((await inData(["backup", "list"])).out).toContain("salute backup run");
  });

  test("without an installation there is no backup", async () => {
    const { code, err } = await salute(["backup", "run", "--data", away.file("nothing")]);
    expect([code, err.includes("holds no databases of salute")]).toEqual([1, true]);
    expect(existsSync(away.file("nothing"))).toBe(false);
  });

  test("the internal command is not in the help", async () => {
    expect((await salute(["--help"])).out).not.toContain("backup make");
    expect((await salute(["backup"])).out).not.toContain("backup make");
  });
});

describe("doctor", () => {
  async function finding(name: string, env: Record<string, string> = {}): Promise<string> {
    const { json } = await inData(["doctor", "--json"], env);
    const found = json.findings.find((each: { name: string }) => each.name === name);
    return `${found.level}: ${found.message}`;
  }

  test("age of the newest backup; production without one is bad after a day", async () => {
    expect(await finding("backups")).toStartWith("ok: none yet");
    await world.services.live.writer.run((tx) =>
      tx.run("INSERT OR REPLACE INTO settings VALUES ('first_start', 'done', 0)"),
    );
    expect(await finding("backups")).toBe("warn: There is no backup.");
    expect(await finding("backups", { SALUTE_ENV: "production" })).toBe("bad: There is no backup.");
    await inData(["backup", "run"]);
    expect(await finding("backups", { SALUTE_ENV: "production" })).toMatch(/^ok: b-\S+, 0 h old$/);
  });

  test("backup settings: an invalid key, backups only on this machine; an incomplete store stops every command", async () => {
    const production = { SALUTE_ENV: "production" };
    expect(await finding("backup_settings")).toBe("ok: not encrypted, on this machine only");
    expect(await finding("backup_settings", production)).toStartWith("warn: Backups stay on this machine");
    expect(
      await finding("backup_settings", { BACKUP_ENCRYPTION_KEY: `AGE-SECRET-KEY-1${"Q".repeat(58)}` }),
    ).toStartWith("bad: BACKUP_ENCRYPTION_KEY is not an age key");
    const whole = {
      BACKUP_S3_ENDPOINT: "https://s3.example.com",
      BACKUP_S3_BUCKET: "b",
      BACKUP_S3_ACCESS_KEY_ID: "a",
      BACKUP_S3_SECRET_ACCESS_KEY: "s",
    };
    expect(await finding("backup_settings", whole)).toBe("ok: not encrypted, copied to b");
    const half = await inData(["backup", "run"], { BACKUP_S3_BUCKET: "b" });
    expect([half.code, half.err.includes("set all four or none")]).toEqual([1, true]);
  });
});

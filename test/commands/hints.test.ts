import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { salute, scratch } from "../harness/processes/commands.ts";

/** Commands answer mistakes with words, the right exit code, and hints that can be pasted as they stand. */

let dir: ReturnType<typeof scratch>;
const data = () => dir.file("data");
const run = (...args: string[]) => salute([...args, "--data", data()]);

beforeAll(async () => {
  dir = scratch();
  await run("migrate");
});
afterAll(() => dir.remove());

describe("a hint repeats the flags that say which server is meant", () => {
  test.each([
    [["keys", "show", "pk_live_none"], "salute keys list"],
    [["keys", "list"], "salute keys create --partner acme --mode live"],
    [["operators", "reset", "--name", "nobody"], "salute operators list"],
    [["jobs", "run", "nothing"], "salute jobs list"],
    [["backup", "list"], "salute backup run"],
    [["backup", "verify", "b-none"], "salute backup list"],
    [["track-tokens", "list"], "salute track-tokens create --name web"],
    [["maintenance", "list"], "salute maintenance add --title TEXT --minutes 30"],
    [["audits", "list"], "salute audits run"],
    [["sandbox", "reset", "--partner", "nobody"], "salute keys list"],
  ])("%j", async (args, hint) => {
    const { out, err } = await run(...args);
    expect(out + err).toContain(`${hint} --data ${data()}`);
    const env = { DATA_DIR: data() };
    const without = await salute(args, { env });
    expect(without.out + without.err).toContain(hint);
    expect(without.out + without.err).not.toContain("--data");
  });

  test("a directory without databases: the command that makes them", async () => {
    const { err } = await salute(["keys", "list", "--data=./none here"]);
    expect(err).toContain("(salute serve --data './none here')");
  });

  test("and --env-file, except where the hint names it", async () => {
    const file = dir.file("a.env");
    await Bun.write(file, "LOG_LEVEL=warn\n");
    const { out, err } = await run("keys", "list", "--env-file", file);
    expect(out + err).toContain(`--mode live --data ${data()} --env-file ${file}`);
    expect((await run("doctor", "--env-file", file)).out).not.toContain("--env-file FILE --env-file");
  });

  test("doctor's fixes; data as JSON is left as it is", async () => {
    expect((await run("doctor")).out).toContain(`fix: salute keyfiles export --to DIR --data ${data()}, on`);
    expect((await run("doctor", "--json")).out).not.toContain("--data");
  });

  test("usage and help are no hints", async () => {
    expect((await run("keys", "list", "--nope")).err).toContain("Usage: salute keys list [--json]\n");
  });
});

const WRONG: readonly string[][] = [
  ["serve", "--port="],
  ["serve", "--host="],
  ["serve", "--host", "not a host"],
  ["serve", "--data="],
  ["serve", "--env-file="],
  ["standby", "--host="],
  ["promote", "--port="],
  ["keys", "create", "--partner", "acme", "--mode", "live", "--allow-ip="],
  ["keys", "create", "--partner", "acme", "--mode", "live", "--domain", ""],
  ["keys", "set", "pk_live_none"],
  ["doctor", "--env-file", "/nowhere/salute.env"],
  ["restore", "--from", ""],
  ["backup", "verify", "b-none", "--vkey="],
];

describe("wrong usage is exit 2", () => {
  test.each(WRONG.map((words) => [words.join(" "), words] as const))("%s", async (_, words) => {
    const args = words.some((word) => word.startsWith("--data"))
      ? words
      : [...words, "--data", dir.file("new")];
    const { code, err } = await salute(args);
    expect([code, err]).toEqual([2, expect.stringMatching(/^\S.*\n/)]);
    expect(existsSync(dir.file("new"))).toBe(false);
  });

  test("an empty value names the flag; where it says something, it is taken", async () => {
    expect((await run("serve", "--host=")).err).toStartWith("--host is empty: ");
    const { json } = await run(
      "keys",
      "create",
      "--partner",
      "acme",
      "--mode",
      "live",
      "--allow-ip",
      "::1",
      "--json",
    );
    expect((await run("keys", "set", json.key_id, "--allow-ip", "")).code).toBe(0);
    const shown = await run("keys", "show", json.key_id, "--json");
    expect(shown.json.allowed_ips).toEqual([]);
  });
});

test("a refused value is reported under its flag", async () => {
  const keys = (...flags: string[]) => run("keys", "create", "--mode", "live", ...flags);
  for (const [flags, message] of [
    [["--partner", "A"], "--partner must be 1 to 40 of a-z, 0-9 and -, not starting with -"],
    [["--partner", "a", "--allow-ip", "x"], "--allow-ip must be IP addresses or CIDR ranges; x is neither"],
    [
      ["--partner", "a", "--domain", "X"],
      "--domain must be lower-case host names, with a port or without; X is not",
    ],
  ] as const)
    expect(await keys(...flags)).toMatchObject({ code: 2, err: `${message}\n` });
});

test("a day that no calendar has is no time: a restore would take another one's state", async () => {
  const args = ["restore", "--at", "2026-02-30T00:00:00Z", "--data", dir.file("restored")];
  const env = { LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}` };
  const { code, err } = await salute(args, { env });
  expect([code, err]).toEqual([2, expect.stringMatching(/^--at is a time with an offset/)]);
});

test("a file that cannot be read is said in words", async () => {
  const note = await run("log", "resume", "--checkpoint", dir.file("none"));
  expect([note.code, note.err]).toEqual([1, `--checkpoint ${dir.file("none")}: there is no such file\n`]);
  const key = ["--key", "pk_live_0000000000000000", "--secret", "sk_live_x"];
  const body = await salute(["call", "POST", "/api/x", ...key, "--body", `@${dir.path}`]);
  expect([body.code, body.err]).toEqual([1, `--body ${dir.path}: it is a directory\n`]);
  const environment = await run("keys", "list", "--env-file", dir.file("none"));
  expect(environment.err).toBe(`--env-file ${dir.file("none")}: there is no such file\n`);
});

test("backup list refuses a directory with neither databases nor backups", async () => {
  const { code, err } = await salute(["backup", "list", "--data", dir.file("typo")]);
  expect([code, err]).toEqual([1, expect.stringContaining("holds no databases of salute")]);
});

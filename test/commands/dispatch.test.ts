import { describe, expect, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../src/commands/index.ts";
import { salute, scratch, spawnSalute } from "../harness/processes/commands.ts";

/** Commands listed in the help. */
const LISTED = COMMANDS.filter(({ isInternal }) => isInternal !== true);

describe("help", () => {
  test("no arguments, help and --help list all commands", async () => {
    const { code, out } = await salute([]);
    expect(code).toBe(0);
    for (const { usage } of LISTED) expect(out).toContain(`  ${usage}\n`);
    expect((await salute(["--help"])).out).toBe(out);
    expect((await salute(["help"])).out).toBe(out);
  });

  test("a group's name lists the group, with or without --help", async () => {
    const { code, out } = await salute(["keys"]);
    expect(code).toBe(0);
    for (const { usage, name } of LISTED) expect(out.includes(`  ${usage}\n`)).toBe(name.startsWith("keys "));
    expect(await salute(["keys", "--help"])).toMatchObject({ code: 0, out });
    expect(await salute(["help", "keys"])).toMatchObject({ code: 0, out });
  });

  test.each(COMMANDS.map((command) => [command.name, command] as const))(
    "%s --help explains each flag and does nothing else",
    async (name, command) => {
      const { code, out, err } = await salute([...name.split(" "), "--help"]);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toContain(`Usage: salute ${command.usage}`);
      for (const [flag, { meaning }] of Object.entries(command.options)) {
        expect(out).toMatch(new RegExp(`^  --${flag}\\b`, "m"));
        expect(meaning.length).toBeGreaterThan(8);
        expect(out).toContain(meaning);
      }
    },
  );

  test.each(COMMANDS.map((command) => [command.name, command] as const))(
    "%s names exactly its flags and arguments in its usage",
    (_, { name, usage, options, words = [] }) => {
      const flags = [...usage.matchAll(/--([a-z-]+)/g)].map((match) => match[1] ?? "");
      const unnamed = Object.keys(options).filter((flag) => !flags.includes(flag));
      const unknown = flags.filter((flag) => !["json", "data"].includes(flag) && !(flag in options));
      expect([unnamed, unknown]).toEqual([[], []]);
      const [shownWords = ""] = /^( \[?[A-Z_|]+\]?)*/.exec(usage.slice(name.length)) ?? [];
      expect(shownWords.split(" ").filter((word) => word !== "")).toEqual([...words]);
    },
  );
});

describe("wrong usage is exit 2 with a message, and nothing on stdout", () => {
  test.each([
    [["kyes", "list"], "Did you mean: salute keys list?"],
    [["keys", "crate"], "Did you mean: salute keys create?"],
    [["chekc"], "Did you mean: salute check?"],
    [["doctr", "--env"], "Did you mean: salute doctor?"],
    [["safe-mode", "onn"], "Did you mean: salute safe-mode on?"],
    [["frobnicate"], "There is no command frobnicate. See: salute --help"],
    [["--json", "keys", "list"], "Name a command before --json"],
    [["keys", "list", "more"], 'keys list takes no "more"'],
    [["check", "live.db"], 'check takes no "live.db"'],
    [["keys", "show", "a", "b"], 'keys show takes no "b"'],
    [["keys", "show"], "give one key id"],
    [["keys", "create", "--partnr", "acme"], "Did you mean --partner?"],
    [["version", "--frobnicate"], "There is no flag --frobnicate here."],
    [["check", "--full=yes"], "'--full'"],
    [["operators", "create", "--name"], "'--name"],
    [["operators", "create", "--name", "ops"], "--role is needed"],
    [["operators", "create", "--name", "ops", "--role", "king"], "--role is one of viewer, operator, owner"],
    [["operators", "disable"], "--name is needed"],
    [["safe-mode", "on"], "--reason is needed"],
    [["safe-mode", "on", "--reason", "two\nlines"], "--reason is 1 to 200 characters on one line"],
    [["keyfiles", "export"], "--to is needed"],
    [["keyfiles", "import"], "--from is needed"],
    [["call", "GET"], "give a method and a target"],
  ])("%p", async (args, words) => {
    const { code, out, err } = await salute(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
  });
});

test("an invalid setting stops a command with a message and exit 1", async () => {
  const { code, err } = await salute(["keys", "list"], { env: { PORT: "http" } });
  expect(code).toBe(1);
  expect(err).toBe('PORT: "http" must be a whole number from 0 to 65535. Example: PORT=8080\n');
});

test("a directory that cannot be created is a message, not a stack trace", async () => {
  const { code, err } = await salute(["migrate", "--data", "/dev/null/salute"]);
  expect(code).toBe(1);
  expect(err.trim().split("\n")).toHaveLength(1);
});

test.each([
  [["safe-mode", "--data", "x", "on"], "Name a command of safe-mode before --data"],
  [["audits", "thresholds", "--value", "5"], "--set PARAMETER"],
  [["audits", "triage", "--owner", "me"], "--signature S, or --row ID"],
])("%j changes nothing and is wrong usage", async (words, message) => {
  const { code, err } = await salute(words);
  expect([code, err.includes(message)]).toEqual([2, true]);
});

describe("a lost database is not made anew beside the installation's others", () => {
  const loss = (file: string, state: string) => `${file} is ${state}, and a new one would pass`;

  test.each([
    ["live.db", "missing"],
    ["live.db", "empty"],
    ["sandbox.db", "missing"],
    ["sandbox.db", "empty"],
  ])("%s that is %s", async (file, state) => {
    const directory = scratch();
    const path = join(directory.path, file);
    const run = (...words: string[]) => salute([...words, "--data", directory.path]);
    try {
      expect((await run("migrate")).code).toBe(0);
      rmSync(path);
      if (state === "empty") writeFileSync(path, "");
      for (const words of [["migrate"], ["backup", "run"], ["safe-mode", "on", "--reason", "x"]]) {
        const { code, err } = await run(...words);
        expect([words, code, err.includes(loss(file, state))]).toEqual([words, 1, true]);
      }
      const doctor = await run("doctor");
      expect([doctor.code, doctor.out.includes(loss(file, state))]).toEqual([1, true]);
      const check = await run("check");
      expect([check.code, `${check.out}${check.err}`.includes(`${file} is ${state}`)]).toEqual([1, true]);
      expect(existsSync(path)).toBe(state === "empty");
      expect(existsSync(join(directory.path, "backups"))).toBe(false);
    } finally {
      directory.remove();
    }
  });
});

test("large output to a pipe is complete", async () => {
  const directory = scratch();
  try {
    expect((await salute(["migrate", "--data", directory.path])).code).toBe(0);
    for (let i = 0; i < 6; i++) {
      const hosts = Array.from({ length: 1_000 }, (_, index) => `host-${index}.example.com`).join(",");
      await salute([
        "keys",
        "create",
        "--partner",
        "acme",
        "--mode",
        "live",
        "--domain",
        hosts,
        "--data",
        directory.path,
      ]);
    }
    const { code, json } = await spawnSalute(["keys", "list", "--json", "--data", directory.path]);
    expect([code, json.length]).toEqual([0, 6]);
    expect(JSON.stringify(json).length).toBeGreaterThan(100_000);
  } finally {
    directory.remove();
  }
});

test("version and --version list runtime and libraries", async () => {
  const { json } = await salute(["version", "--json"]);
  expect(json).toEqual({
    salute: expect.stringMatching(/^\d+\.\d+\.\d+/),
    bun: Bun.version,
    sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
    litestream: null,
    platform: `${process.platform}-${process.arch}`,
    commit: null,
    built_at: null,
  });
  const { out } = await salute(["--version"]);
  expect(out).toStartWith(`salute ${json.salute} (Bun ${json.bun}`);
});

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/processes/build.ts";
import { type Running, SLOW_MS, scratch, start } from "../harness/processes/executable.ts";

setDefaultTimeout(2 * SLOW_MS);

/** Files of a clean clone that `bun start` needs. */
const CHECKOUT = [
  "src",
  "drizzle",
  "deploy",
  "clients",
  "CHANGELOG.md",
  "LICENSE",
  "package.json",
  "bun.lock",
  "bunfig.toml",
  "tsconfig.json",
  ".npmrc",
  ".npm-shell",
];
const COMMANDS = {
  "bun start": [process.execPath, "start"],
  "npx --yes bun@1.4.5 start": ["npx", "--yes", "bun@1.4.5", "start"],
};

let checkout: ReturnType<typeof scratch>;

beforeAll(() => {
  checkout = scratch();
  for (const name of CHECKOUT) cpSync(join(ROOT, name), join(checkout.path, name), { recursive: true });
});

afterAll(() => checkout.remove());

async function startFrom(command: string[], dataDir: string): Promise<{ running: Running; url: string }> {
  const running = start(command, {
    cwd: checkout.path,
    env: { PORT: "0", DATA_DIR: dataDir },
    ownGroup: true,
  });
  const [, url = ""] = await running.printed(/^salute listens on (\S+)$/m, SLOW_MS);
  return { running, url };
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );

describe.each(Object.entries(COMMANDS))("%s", (_, command) => {
  test.each([
    ["SIGTERM to the started process", "SIGTERM", false],
    ["SIGINT to the started process", "SIGINT", false],
    ["Ctrl-C, which is SIGINT to the whole group", "SIGINT", true],
  ] as const)("%s: the server stops gracefully, no process is left, exit 0", async (_, signal, toGroup) => {
    const dir = scratch();
    const { running, url } = await startFrom(command, dir.data);
    expect(await answers(url)).toBe(true);
    process.kill(toGroup ? -running.pid : running.pid, signal);
    const ended = await Promise.race([running.finished, Bun.sleep(20_000).then(() => null)]);
    if (ended === null) process.kill(-running.pid, "SIGKILL");
    expect([ended?.code, ended?.signal]).toEqual([0, null]);
    expect(ended?.stderr).toContain('"message":"stopped"');
    expect(await answers(url)).toBe(false);
    expect(() => process.kill(-running.pid, 0)).toThrow();
    dir.remove();
  });
});

test("the shell configured for npm is executable", () => {
  expect(statSync(join(ROOT, ".npm-shell")).mode & 0o111).toBe(0o111);
});

test.each([
  ["one command", "'echo' one", "one\n"],
  ["several", "echo one && echo two", "one\ntwo\n"],
  ["a variable before a command", "WORD=three printenv WORD", "three\n"],
  ["a command substitution", "echo $(echo four)", "four\n"],
])("that shell runs %s", async (_, script, output) => {
  expect(await start([join(ROOT, ".npm-shell"), "-c", script]).finished).toMatchObject({
    code: 0,
    stdout: output,
  });
});

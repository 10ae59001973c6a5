import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sign, signedPost } from "../harness/app/signing.ts";
import { executable } from "../harness/processes/build.ts";
import {
  readFirstStart,
  SLOW_MS,
  salute,
  scratch,
  start,
  startServer,
  WITH_DEMO_CHAIN,
} from "../harness/processes/executable.ts";

setDefaultTimeout(SLOW_MS);

let dir: ReturnType<typeof scratch>;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => dir.remove());

/** Starts as a user does, with the demo chain. */
const serve = (env: Record<string, string> = {}) =>
  startServer(dir.data, { env: { ...WITH_DEMO_CHAIN, ...env } });

const SECRET = /sk_live_|sk_sandbox_|op_[1-9A-HJ-NP-Za-km-z]{20}|\/admin\/password\//;

function modes(path: string): Record<string, string> {
  const octal = (file: string) => (statSync(file).mode & 0o777).toString(8);
  return Object.fromEntries([
    [".", octal(path)],
    ...readdirSync(path)
      .filter((name) => !statSync(join(path, name)).isDirectory())
      .map((name) => [name, octal(join(path, name))]),
  ]);
}

function signedGet(url: string, key: { key_id: string; secret: string }, target: string): Promise<Response> {
  const timestamp = Math.floor(Date.now() / 1000);
  return fetch(`${url}${target}`, { headers: sign(key, "GET", target, { timestamp }) });
}

describe("an empty directory", () => {
  test("migrate creates the databases and prints no secret; the first start prints keys and a working snippet", async () => {
    const migrated = await salute(["migrate", "--data", dir.data]);
    expect([migrated.code, migrated.stderr]).toEqual([0, ""]);
    expect(migrated.stdout).toContain("live.db is at ");
    expect(migrated.stdout).not.toMatch(SECRET);

    const config = join(dir.path, "config");
    const server = await serve({ XDG_CONFIG_HOME: config });
    const { live, sandbox, snippet } = await readFirstStart(server);
    expect([live.secret.slice(0, 8), sandbox.secret.slice(0, 11)]).toEqual(["sk_live_", "sk_sandbox_"]);
    expect(server.stdout).toContain(`salute is ready at ${server.url}`);

    const called = await salute(
      [...["call", "GET", "/api/partner/sandbox/salutes/balance?user_id=1", "--profile", "sandbox"]],
      { env: { XDG_CONFIG_HOME: config } },
    );
    expect(JSON.parse(called.stdout)).toMatchObject({ success: true, partner_key_id: sandbox.key_id });

    const pasted = await start(["bash", "-c", snippet]).finished;
    expect(JSON.parse(pasted.stdout)).toMatchObject({ success: true, balance: 25, delta: 25 });
    const ledger = await (await signedGet(server.url, live, "/api/salutes/ledger")).json();
    expect(ledger.ledger).toMatchObject([
      { delta: 25, balance_after: 25, reason: "quest", source: "campaign-7" },
    ]);

    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
    const again = await serve();
    expect((await (await signedGet(again.url, live, "/api/salutes/ledger")).json()).count).toBe(1);
    again.kill("SIGINT");
    const ended = await again.finished;
    expect([ended.code, ended.stdout.trim()]).toEqual([0, `salute listens on ${again.url}`]);
    expect(ended.stderr).not.toMatch(SECRET);
  });

  test("directory and files are private, also in an existing directory", async () => {
    mkdirSync(dir.data, { mode: 0o755 });
    chmodSync(dir.data, 0o755);
    const server = await serve();
    await readFirstStart(server);
    const found = modes(dir.data);
    expect(Object.keys(found)).toContain("live.db-wal");
    expect(new Set(Object.entries(found).map(([name, mode]) => (name === "." ? `. ${mode}` : mode)))).toEqual(
      new Set([". 700", "600"]),
    );
    server.kill("SIGTERM");
    await server.finished;
    expect(Object.keys(modes(dir.data)).sort()).toEqual([
      ".",
      "live.db",
      "log.checkpoint",
      "log.db",
      "log.key",
      "marks.json",
      "master.key",
      "sandbox.db",
      "serve.lock",
      "server.json",
    ]);
  });

  test("production creates only the owner, with a one-time link", async () => {
    const server = await serve({ SALUTE_ENV: "production" });
    const [, link = ""] = await server.printed(/(http\S+\/admin\/password\/\S+)/);
    await server.printed(/Make a partner key/);
    expect(link.startsWith(server.url)).toBe(true);
    expect(server.stdout).not.toMatch(/[ps]k_(live|sandbox)_/);
    server.kill("SIGTERM");
    await server.finished;
    const keys = await salute(["keys", "list", "--json", "--data", dir.data]);
    expect(JSON.parse(keys.stdout)).toEqual([]);
  });

  test("PUBLIC_BASE_URL is printed as the address", async () => {
    const env = { PUBLIC_BASE_URL: "https://salute.example.com" };
    const server = await serve(env);
    const { snippet } = await readFirstStart(server);
    expect(snippet).toContain("BASE_URL='https://salute.example.com'");
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });
});

describe("the executable", () => {
  test("is at most 145 MB without Litestream", () => {
    expect(statSync(executable()).size).toBeLessThanOrEqual(145_000_000);
  });

  test("answers /healthz and /readyz, with jobs and databases ok", async () => {
    const server = await serve();
    const [health, ready] = [await fetch(`${server.url}/healthz`), await fetch(`${server.url}/readyz`)];
    expect([health.status, ready.status]).toEqual([200, 200]);
    expect((await ready.json()).checks).toEqual({
      live_db: "ok",
      sandbox_db: "ok",
      schema: "ok",
      jobs: "ok",
    });
    server.kill("SIGTERM");
    await server.finished;
  });

  test("validates although minified: queries, bodies and paths out of range are 400 with the field", async () => {
    const server = await serve();
    const { live } = await readFirstStart(server);
    const refusals = await Promise.all(
      ["?limit=9999", "?limit=0", "?limit=abc", "?order=sideways", "?nonsense=1"].map(async (query) => {
        const response = await signedGet(server.url, live, `/api/salutes/ledger${query}`);
        const { error, details } = await response.json();
        return [response.status, error, details[0].field];
      }),
    );
    expect(refusals).toEqual([
      [400, "invalid_query", "limit"],
      [400, "invalid_query", "limit"],
      [400, "invalid_query", "limit"],
      [400, "invalid_query", "order"],
      [400, "invalid_query", "nonsense"],
    ]);
    const target = "/api/salutes/credit";
    const body = JSON.stringify({ user_id: "ext:demo-user", amount: -1, reason: "quest" });
    const credit = await fetch(server.url + target, signedPost(live, target, { body }));
    const refusal = await credit.json();
    expect([credit.status, refusal.details[0].field]).toEqual([400, "amount"]);
    server.kill("SIGTERM");
    await server.finished;
  });

  test("ignores .env and bunfig.toml in the working directory", async () => {
    writeFileSync(join(dir.path, ".env"), "PORT=abc\n");
    writeFileSync(join(dir.path, "bunfig.toml"), 'preload = ["./preload.ts"]\n');
    writeFileSync(join(dir.path, "preload.ts"), 'console.log("preloaded")\n');
    expect(await salute(["migrate", "--data", dir.data], { cwd: dir.path })).toMatchObject({ code: 0 });
    const listed = await salute(["keys", "list", "--data", dir.data], { cwd: dir.path });
    expect([listed.code, listed.stderr]).toEqual([0, ""]);
    expect(listed.stdout).not.toContain("preloaded");
  });
});

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SLOW_MS, salute, scratch, startServer, WITHOUT_CHAIN } from "../harness/processes/executable.ts";

setDefaultTimeout(SLOW_MS);

let dir: ReturnType<typeof scratch>;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => dir.remove());

/** A start that must be refused: one clear message on stderr, nothing on stdout, exit 1. */
async function refusedStart(
  env: Record<string, string> = {},
  args: string[] = ["--port", "0"],
): Promise<string> {
  const ended = await salute(["serve", "--data", dir.data, ...args], { env });
  expect([ended.code, ended.stdout]).toEqual([1, ""]);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  return ended.stderr;
}

const makeDirectory = async () => expect((await salute(["migrate", "--data", dir.data])).code).toBe(0);

describe("the start is refused with a message for", () => {
  test("a public address without an environment: both variables are named", async () => {
    const message = await refusedStart({}, ["--host", "0.0.0.0", "--port", "0"]);
    expect(message).toContain("SALUTE_ENV");
    expect(message).toContain("NODE_ENV");
    expect(existsSync(dir.data)).toBe(false);
  });

  test.each(["SALUTE_ENV", "NODE_ENV"])("but not if %s names the environment", async (variable) => {
    const server = await startServer(dir.data, { env: { HOST: "0.0.0.0", [variable]: "production" } });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });

  test("a deprecation of an endpoint that the build does not have, which only the composed operations show", async () => {
    const path = join(dir.path, "deprecations.json");
    const entry = {
      id: "ledger-csv",
      title: "The CSV ledger goes",
      endpoints: [{ method: "GET", path: "/api/missing.csv" }],
      announced_at: "2027-01-01",
      deprecated_at: "2027-01-15",
      sunset_at: "2027-03-01",
      replacement: "/api/salutes/ledger",
      reason: "JSON has cursors",
      migration: ["Read the JSON ledger"],
    };
    writeFileSync(path, JSON.stringify({ deprecations: [entry] }));
    const message = await refusedStart({ DEPRECATIONS_FILE: path });
    expect(message).toContain("GET /api/missing.csv is not an endpoint of this build");
  });

  test("a PID_FILE in a missing directory: setting, directory and fix are named", async () => {
    const lost = join(dir.path, "missing", "x.pid");
    const { code, stderr } = await salute(["serve", "--port", "0", "--data", dir.data], {
      env: { ...WITHOUT_CHAIN, PID_FILE: lost },
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`PID_FILE ${lost} cannot be written in ${join(dir.path, "missing")}`);
    expect(stderr).toContain("the directory does not exist. Create the directory");
    expect(stderr).not.toContain(".next");
  });

  test("a missing master.key: none is created, and the server starts again with the file", async () => {
    await makeDirectory();
    const path = join(dir.data, "master.key");
    const key = readFileSync(path);
    rmSync(path);
    expect(await refusedStart()).toContain("master.key is missing");
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, key);
    const server = await startServer(dir.data);
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });

  test("a wrong master.key", async () => {
    await makeDirectory();
    writeFileSync(join(dir.data, "master.key"), `${randomBytes(32).toString("base64")}\n`);
    expect(await refusedStart()).toContain(
      "master key is not the one that this data directory was made with",
    );
  });

  test("a malformed master.key", async () => {
    await makeDirectory();
    writeFileSync(join(dir.data, "master.key"), "not a key\n");
    expect(await refusedStart()).toContain("master.key");
  });

  test("a schema newer than the executable", async () => {
    await makeDirectory();
    alter("INSERT INTO schema_migrations VALUES (999, '0999_future', 'x', 0)");
    const message = await refusedStart();
    expect(message).toContain("written by a newer salute");
    expect(message).toContain("0999_future");
  });

  test("a migration that differs from the executable's", async () => {
    await makeDirectory();
    alter("UPDATE schema_migrations SET sha256 = 'x' WHERE version = 1");
    expect(await refusedStart()).toContain("is not the one that this executable carries");
  });

  test.each([
    ["PORT", "eighty"],
    ["LOG_LEVEL", "loud"],
    ["TRUSTED_PROXIES", "everyone"],
    ["PUBLIC_BASE_URL", "salute.example.com"],
    ["MAX_BODY_BYTES", "-1"],
    ["SALUTE_ENV", "staging"],
  ])("%s=%s: the variable is named with an example", async (variable, value) => {
    const message = await refusedStart({ [variable]: value }, []);
    expect(message).toMatch(new RegExp(`^${variable}: .*Example: ${variable}=`));
    expect(existsSync(dir.data)).toBe(false);
  });

  test("a port in use: one sentence that names it, without affecting the other server", async () => {
    const server = await startServer(dir.data);
    const { port } = new URL(server.url);
    const other = await salute(["serve", "--port", port, "--data", join(dir.path, "other")]);
    expect([other.code, other.stdout]).toEqual([1, ""]);
    expect(other.stderr.trim().split("\n")).toHaveLength(1);
    expect(other.stderr).toContain(`Port ${port} of 127.0.0.1 is taken`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });
});

test("the flags --port and --host override PORT and HOST", async () => {
  const server = await startServer(dir.data, {
    env: { PORT: "1", HOST: "203.0.113.9", SALUTE_ENV: "development" },
  }).catch((error) => error as Error);
  // --port 0 applies, and so does HOST, which is not an address of this machine.
  expect(String(server)).toContain("Cannot listen on 203.0.113.9 port 0");
  const both = await salute(["serve", "--port", "0", "--host", "localhost.invalid", "--data", dir.data], {
    env: { PORT: "1", HOST: "127.0.0.1", SALUTE_ENV: "development" },
  });
  expect(both.stderr).toContain("Cannot listen on localhost.invalid port 0");
});

function alter(sql: string): void {
  const db = new Database(join(dir.data, "live.db"));
  db.run(sql);
  db.close();
}

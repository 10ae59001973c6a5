import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ran, salute, spawnSalute } from "../harness/processes/commands.ts";
import { FROM_SOURCE, type Served, serve } from "../harness/processes/server-process.ts";

/** Timeout for separate processes on a loaded machine. */
setDefaultTimeout(30_000);

const SECRET = "smtp://robot:hush-hush@127.0.0.1:9";

describe("beside a production server", () => {
  let server: Served;
  const run = (...args: string[]): Promise<Ran> => spawnSalute([...args, "--data", server.dataDir]);

  beforeAll(async () => {
    server = await serve(FROM_SOURCE, {
      SALUTE_ENV: "production",
      PUBLIC_BASE_URL: "https://points.example",
      IDEMPOTENCY_RETENTION_DAYS: "7",
      SMTP_URL: SECRET,
      SALUTE_KEY: "pk_live_0000000000000000",
      SALUTE_SECRET: "sk_live_of_the_caller",
      ALERT_EMAIL: "ops@points.example",
      MAIL_FROM: "robot@points.example",
    });
  });

  afterAll(() => server.stop());

  test("its settings are stored for commands, secrets as hashes, readable only by its account", () => {
    const path = join(server.dataDir, "server.json");
    const text = readFileSync(path, "utf8");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(text).not.toContain("hush-hush");
    const { mode, base_url, settings } = JSON.parse(text);
    expect([mode, base_url]).toEqual(["production", "https://points.example"]);
    expect(settings.IDEMPOTENCY_RETENTION_DAYS).toEqual({ value: "7" });
    expect(Object.keys(settings.SMTP_URL)).toEqual(["sha256"]);
    for (const variable of ["SALUTE_KEY", "SALUTE_SECRET", "XDG_CONFIG_HOME"])
      expect(settings).not.toHaveProperty(variable);
  });

  test("a command without its environment also runs in production: no demo figures, links to its address", async () => {
    const made = await run("operators", "create", "--name", "zoe", "--role", "viewer", "--json");
    expect(made.json.password_link).toStartWith("https://points.example/");
    const { code, out } = await run("jobs", "run", "public_stats");
    expect([code, out]).not.toEqual([0, expect.stringContaining("demo")]);
    expect((await run("doctor", "--json")).json.findings).not.toContainEqual(
      expect.objectContaining({ name: "environment", level: "warn" }),
    );
  });

  test("another mode in its own environment is refused, with the fix", async () => {
    const args = ["keys", "list", "--data", server.dataDir];
    const { code, err } = await spawnSalute(args, { SALUTE_ENV: "development" });
    expect([code, err]).toEqual([1, expect.stringContaining("--env-file FILE")]);
  });

  test("a command that depends on a missing secret names it, and an environment file provides it", async () => {
    const refused = await run("alerts", "test");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("SMTP_URL")]);
    expect(refused.err).not.toContain("hush-hush");
    const file = join(server.dataDir, "..", "salute.env");
    writeFileSync(file, `# the server's\nexport SMTP_URL="${SECRET}"\n`);
    const given = await run("jobs", "run", "rollup", "--env-file", file);
    expect([given.code, given.err]).toEqual([0, ""]);
    const broken = await run("keys", "list", "--env-file", join(server.dataDir, "none"));
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining("--env-file")]);
  });
});

describe("without a server", () => {
  test.each([
    [["keys", "list"]],
    [["keys", "create", "--partner", "acme", "--mode", "live"]],
    [["operators", "create", "--name", "zoe", "--role", "viewer"]],
    [["jobs", "list"]],
    [["conversions", "list"]],
    [["maintenance", "list"]],
    [["track-tokens", "list"]],
  ])("%j creates no databases in a directory without any", async (args) => {
    const folder = mkdtempSync(join(tmpdir(), "salute-none-"));
    const data = join(folder, "typo");
    const { code, err } = await salute([...args, "--data", data]);
    expect([code, existsSync(data)]).toEqual([1, false]);
    expect(err).toContain(`${data} holds no databases of salute`);
  });

  test("a file instead of the directory, and an invalid flag value, are wrong usage", async () => {
    const folder = mkdtempSync(join(tmpdir(), "salute-none-"));
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(await salute(["keys", "list", "--data", file])).toMatchObject({
      code: 2,
      err: expect.stringContaining("is a file"),
    });
    for (const port of ["abc", "70000", "-1"])
      expect((await salute(["serve", `--port=${port}`, "--data", join(folder, "new")])).code).toBe(2);
    expect(existsSync(join(folder, "new"))).toBe(false);
  });
});

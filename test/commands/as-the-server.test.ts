import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executable } from "../harness/processes/build.ts";
import { type CommandResult, salute, scratch, spawnSalute } from "../harness/processes/commands.ts";
import { type ServerProcess, serve } from "../harness/processes/server-process.ts";
import { until } from "../harness/until.ts";

/** Timeout for separate processes on a loaded machine. */
setDefaultTimeout(30_000);

const SECRET = "smtp://robot:hush-hush@127.0.0.1:9";

describe("beside a production server", () => {
  let server: ServerProcess;
  const run = (...args: string[]): Promise<CommandResult> => spawnSalute([...args, "--data", server.dataDir]);

  beforeAll(async () => {
    server = await serve([executable()], {
      SALUTE_ENV: "production",
      PUBLIC_BASE_URL: "https://points.example",
      IDEMPOTENCY_RETENTION_DAYS: "7",
      SMTP_URL: SECRET,
      WEBHOOK_MAX_ATTEMPT: "3",
      SALUTE_KEY: "pk_live_0000000000000000",
      SALUTE_SECRET: "sk_live_of_the_caller",
      ALERT_EMAIL: "ops@points.example",
      MAIL_FROM: "robot@points.example",
      BACKUP_S3_ENDPOINT: "http://127.0.0.1:9",
      BACKUP_S3_BUCKET: "copies",
      BACKUP_S3_ACCESS_KEY_ID: "robot",
      BACKUP_S3_SECRET_ACCESS_KEY: "hush-hush",
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
    const document = (await run("openapi", "--json")).json;
    expect(document.servers).toMatchObject([{ url: "https://points.example" }]);
    expect(Object.keys(document.paths)).not.toContain("/api/messenger/demo/session");
    const { code, out } = await run("jobs", "run", "public_stats");
    expect([code, out]).not.toEqual([0, expect.stringContaining("demo")]);
    expect((await run("doctor", "--json")).json.findings).not.toContainEqual(
      expect.objectContaining({ name: "environment", level: "warn" }),
    );
  });

  test("doctor does not judge by settings that it lacks, and says which; with them it does", async () => {
    const levels = async (...more: string[]) => {
      const { json } = await run("doctor", "--json", ...more);
      return Object.fromEntries(json.findings.map((each: { name: string }) => [each.name, each]));
    };
    const without = await levels();
    expect(without.server_settings).toMatchObject({
      level: "warn",
      message: expect.stringContaining("SMTP_URL, BACKUP_S3_SECRET_ACCESS_KEY"),
      fix: expect.stringContaining("--env-file FILE"),
    });
    for (const name of ["mail", "alerts", "backup_settings"]) expect(without).not.toHaveProperty(name);
    const file = join(server.dataDir, "..", "whole.env");
    writeFileSync(file, `SMTP_URL=${SECRET}\nBACKUP_S3_SECRET_ACCESS_KEY=hush-hush\n`);
    const whole = await levels("--env-file", file);
    expect(whole).not.toHaveProperty("server_settings");
    expect([whole.mail.level, whole.alerts.level, whole.backup_settings.level]).toEqual(["ok", "ok", "ok"]);
  });

  test("the server logs a misspelled setting, and doctor beside it warns of it", async () => {
    expect(server.logged.join("\n")).toContain("did you mean WEBHOOK_MAX_ATTEMPTS?");
    expect((await run("doctor", "--json")).json.findings).toContainEqual(
      expect.objectContaining({ name: "unknown_settings", level: "warn" }),
    );
  });

  test("doctor --env shows what is in force: the server's settings, its address after flags, and --data", async () => {
    const { json } = await run("doctor", "--env", "--json");
    const row = (name: string) => {
      const { value, source } = json.settings.find((each: { variable: string }) => each.variable === name);
      return [value, source];
    };
    expect(row("PORT")).toEqual([new URL(server.url).port, "server"]);
    expect(row("DATA_DIR")).toEqual([server.dataDir, "flag"]);
    expect(row("PUBLIC_BASE_URL")).toEqual(["https://points.example", "server"]);
    expect(row("SMTP_URL")).toEqual(["(set)", "server"]);
    expect(row("BACKUP_KEEP_DAYS")).toEqual(["30", "default"]);
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
    writeFileSync(
      file,
      `# the server's\nexport SMTP_URL="${SECRET}"\nBACKUP_S3_SECRET_ACCESS_KEY=hush-hush\n`,
    );
    const given = await run("jobs", "run", "rollup", "--env-file", file);
    expect([given.code, given.err]).toEqual([0, ""]);
    const broken = await run("keys", "list", "--env-file", join(server.dataDir, "none"));
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining("--env-file")]);
  });
});

describe("a directory that was served in production", () => {
  test("is not served without its environment, and nothing changes; with it, or SALUTE_ENV=development, it is", async () => {
    const place = scratch();
    const [data, file] = [["--data", place.file("data")], place.file("env")];
    const modeNow = () => JSON.parse(readFileSync(place.file("data/server.json"), "utf8")).mode;
    try {
      const first = await serve([executable()], { SALUTE_ENV: "production" }, data);
      await first.stop();
      const before = readFileSync(place.file("data/server.json"), "utf8");
      const refused = await spawnSalute(["serve", "--port", "0", ...data]);
      expect([refused.code, refused.out]).toEqual([1, ""]);
      expect(refused.err).toMatch(/was served in production.*--env-file FILE.*SALUTE_ENV=production/);
      expect(readFileSync(place.file("data/server.json"), "utf8")).toBe(before);
      writeFileSync(file, "SALUTE_ENV=production\n");
      const again = await serve([executable()], {}, ["--env-file", file, ...data]);
      expect(again.logged.join("\n")).not.toContain("development is assumed");
      await again.stop();
      expect(modeNow()).toBe("production");
      const meant = await serve([executable()], { SALUTE_ENV: "development" }, data);
      await meant.stop();
      expect(modeNow()).toBe("development");
      // An older release's file named no mode.
      writeFileSync(place.file("data/server.json"), '{"base_url": "http://127.0.0.1", "settings": {}}');
      const unnamed = await serve([executable()], {}, data);
      expect(unnamed.logged.join("\n")).toContain("development is assumed");
      await unnamed.stop();
    } finally {
      place.remove();
    }
  });

  test("stays one through a backup and a restore, whose next steps name its environment", async () => {
    const place = scratch();
    const [data, restored] = [
      ["--data", place.file("data")],
      ["--data", place.file("restored")],
    ];
    try {
      const server = await serve([executable()], { SALUTE_ENV: "production" }, data);
      const made = await spawnSalute(["backup", "run", "--json", ...data]);
      await server.stop();
      const archive = join(place.file("data"), "backups", made.json.file);
      const { out } = await spawnSalute(["restore", "--from", archive, "--unsigned", ...restored]);
      expect(out).toContain("salute serve --env-file FILE --data");
      for (const name of ["master.key", "log.key"])
        cpSync(place.file(`data/${name}`), place.file(`restored/${name}`));
      expect(await spawnSalute(["serve", "--port", "0", ...restored])).toMatchObject({
        code: 1,
        err: expect.stringContaining("was served in production"),
      });
      const found = (await spawnSalute(["doctor", "--json", ...restored])).json.findings;
      expect(found).toContainEqual(expect.objectContaining({ name: "environment", message: "production" }));
      const meant = await serve([executable()], { SALUTE_ENV: "production" }, restored);
      await meant.stop();
    } finally {
      place.remove();
    }
  });
});

test("a job run beside a server judges that server: its jobs run, and its environment is as unnamed as there", async () => {
  const server = await serve();
  const run = (job: string) => spawnSalute(["jobs", "run", job, "--data", server.dataDir]);
  try {
    await until(async () => (await fetch(`${server.url}/readyz`)).ok);
    expect((await run("preflight")).code).toBe(0);
    const live = new Database(join(server.dataDir, "live.db"), { readonly: true });
    const stored = live.query("SELECT rows FROM preflight_snapshots WHERE cause = 'command'").get();
    live.close();
    const rows: { field: string; status: string }[] = JSON.parse((stored as { rows: string }).rows);
    const statusOf = (field: string) => rows.find((row) => row.field === field)?.status;
    expect([statusOf("readiness"), statusOf("environment")]).toEqual(["pass", "warn"]);
    expect((await run("digest")).out).not.toContain("job runner");
  } finally {
    await server.stop();
  }
});

test("a backup that is made with an environment file is encrypted with the key in it", async () => {
  const server = await serve([executable()], { BACKUP_ENCRYPTION_KEY: "correct horse battery staple" });
  const data = ["--data", server.dataDir];
  try {
    expect((await spawnSalute(["backup", "run", ...data])).code).toBe(1);
    const file = join(server.dataDir, "..", "salute.env");
    writeFileSync(file, 'BACKUP_ENCRYPTION_KEY="correct horse battery staple"\n');
    const made = await spawnSalute(["backup", "run", "--json", "--env-file", file, ...data]);
    expect([made.code, made.json.is_encrypted]).toEqual([0, true]);
  } finally {
    await server.stop();
  }
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

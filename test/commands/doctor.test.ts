import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "bun";
import { SETTINGS } from "../../src/compose/settings/index.ts";
import { MIGRATIONS } from "../../src/db/migrations/migrations.ts";
import { salute, scratch } from "../harness/processes/commands.ts";

/** A stopped installation after a first start in production, without its owner. */
let directory: ReturnType<typeof scratch>;
const data = () => directory.file("data");
const own = (name: string) => join(data(), name);

beforeEach(async () => {
  directory = scratch();
  await salute(["migrate", "--data", data()]);
  tamper("INSERT INTO settings VALUES ('first_start', 'done', 0)");
});

afterEach(() => directory.remove());

const PRODUCTION = {
  SALUTE_ENV: "production",
  PUBLIC_BASE_URL: "https://salute.example.com",
  TRUSTED_PROXIES: "127.0.0.1",
};

/** Directory for copies of backups. */
const STORE = {
  BACKUP_S3_ENDPOINT: "https://s3.example.com",
  BACKUP_S3_BUCKET: "backups",
  BACKUP_S3_ACCESS_KEY_ID: "id",
  BACKUP_S3_SECRET_ACCESS_KEY: "secret",
};

function tamper(...statements: string[]): void {
  const client = new Database(own("live.db"));
  for (const statement of statements) client.run(statement);
  client.close(true);
}

interface Finding {
  name: string;
  level: "ok" | "warn" | "bad";
  message: string;
  fix: string | null;
  blocks_production: boolean;
}

async function diagnose(env: Record<string, string> = {}, ...flags: string[]) {
  const { code, json, err } = await salute(["doctor", "--json", "--data", data(), ...flags], { env });
  const findings: Finding[] = json.findings;
  expect(err).toBe("");
  expect([code, json.ok]).toEqual(findings.some((each) => each.level === "bad") ? [1, false] : [0, true]);
  for (const { level, fix } of findings) expect(fix === null).toBe(level === "ok");
  return Object.fromEntries(findings.map((each) => [each.name, each])) as Record<string, Finding>;
}

async function finding(name: string, env: Record<string, string> = {}): Promise<string> {
  const found = (await diagnose(env))[name];
  return found === undefined ? "nothing" : `${found.level}: ${found.message}`;
}

const owner = () => salute(["operators", "create", "--name", "ann", "--role", "owner", "--data", data()]);

describe("salute doctor", () => {
  test("a missing or empty directory is created by the first start, not by doctor", async () => {
    for (const path of [directory.file("missing"), directory.path]) {
      const before = readdirSync(directory.path);
      const { code, json } = await salute(["doctor", "--json", "--data", path]);
      expect(code).toBe(0);
      expect(json.findings.find((each: Finding) => each.name === "data_directory").message).toEndWith(
        "the first start creates it",
      );
      expect(json.findings.map((each: Finding) => each.name)).not.toContain("master_key");
      expect(readdirSync(directory.path)).toEqual(before);
    }
  });

  test("on a stopped installation it changes nothing", async () => {
    const state = () => readdirSync(data()).map((file) => [file, statSync(own(file)).mtimeMs]);
    const before = state();
    await diagnose(PRODUCTION, "--env");
    expect(state()).toEqual(before);
  });

  test("a complete production installation has no findings: exit 0", async () => {
    await owner();
    await salute(["keyfiles", "export", "--to", directory.file("away"), "--data", data()]);
    tamper("UPDATE operators SET password_hash = 'x'");
    expect((await salute(["backup", "run", "--data", data()])).code).toBe(0);
    using store = serve({ port: 0, fetch: () => new Response(null) });
    const { chain, ...others } = await diagnose({
      ...PRODUCTION,
      ...STORE,
      BACKUP_S3_ENDPOINT: store.url.origin,
      BACKUP_ENCRYPTION_KEY: "correct horse battery staple",
      ALERT_WEBHOOK_URL: "https://hooks.example.com/x",
    });
    expect(Object.values(others).filter((each) => each.level !== "ok")).toEqual([]);
    expect(chain?.level).toBe("bad");
  });

  test("as text: one line per finding, its fix below, and the count at the end", async () => {
    const { code, out } = await salute(["doctor", "--data", data()], { env: { SALUTE_ENV: "production" } });
    expect(code).toBe(1);
    expect(out).toMatch(/^bad {3}public_base_url .*\n +fix: Set PUBLIC_BASE_URL=https/m);
    expect(out).toMatch(/\nNot ready for production: public_base_url, .*\n/);
    expect(out).toMatch(/\d+ bad, \d+ to look at, \d+ in order\.\n$/);
  });

  test("an invalid setting is a finding", async () => {
    const { code, json } = await salute(["doctor", "--json", "--data", data()], { env: { PORT: "http" } });
    expect([code, json.ok, json.findings.length]).toEqual([1, false, 1]);
    expect(json.findings[0]).toMatchObject({ name: "configuration", level: "bad" });
    expect(json.findings[0].message).toStartWith('PORT: "http" must be');
  });
});

describe("--env", () => {
  test("every setting of the reference with its value and source; secrets masked", async () => {
    const secret = "ab".repeat(32);
    const env = {
      ...PRODUCTION,
      MASTER_KEY: secret,
      SALUTE_SECRET: "sk_live_hidden",
      MAX_BODY_BYTES: "4096",
    };
    const { out, json } = await salute(["doctor", "--env", "--json", "--data", data()], { env });
    expect(json.settings.map((each: { variable: string }) => each.variable)).toEqual(
      Object.values(SETTINGS).map((each) => each.variable),
    );
    const row = (name: string) => json.settings.find((each: { variable: string }) => each.variable === name);
    expect(row("MAX_BODY_BYTES")).toEqual({
      variable: "MAX_BODY_BYTES",
      value: "4096",
      source: "environment",
      default: "262144",
      meaning: SETTINGS.maxBodyBytes.meaning,
    });
    expect(row("PORT")).toMatchObject({ value: "8080", source: "default" });
    expect(row("MASTER_KEY")).toMatchObject({ value: "(set)", source: "environment" });
    const words = await salute(["doctor", "--env", "--data", data()], { env });
    for (const text of [out, words.out]) {
      expect(text.includes(secret) || text.includes("sk_live_hidden")).toBe(false);
      for (const { meaning } of Object.values(SETTINGS))
        expect(text).toContain(JSON.stringify(meaning).slice(1, -1));
    }
  });
});

describe("findings", () => {
  test("findings of all modules, in the order of the report", async () => {
    const env = { LITESTREAM_REPLICA_URL: "s3://replicas/salute" };
    expect(Object.keys(await diagnose(env)).join(" ")).toBe(
      "environment public_base_url trusted_proxies proxy_variables data_directory owners disk_space sqlite schema wal " +
        "master_key log_key log key_copies backup_settings second_copy backups litestream replication lease owner safe_mode clock chain " +
        "status_policy mail alerts rate_limits nonces webhook_targets messenger_bot",
    );
  });

  test.each([
    [{}, "warn"],
    [{ SALUTE_ENV: "development" }, "ok"],
    [{ NODE_ENV: "production" }, "ok"],
    [{ HOST: "0.0.0.0" }, "bad"],
    [{ HOST: "0.0.0.0", SALUTE_ENV: "production" }, "ok"],
  ])("environment: %p is %s", async (env: Record<string, string>, level) => {
    expect((await diagnose(env)).environment?.level).toBe(level as Finding["level"]);
  });

  test.each([
    [{}, "ok"],
    [{ SALUTE_ENV: "production" }, "bad"],
    [{ SALUTE_ENV: "production", PUBLIC_BASE_URL: "http://salute.example.com" }, "warn"],
    [PRODUCTION, "ok"],
  ])("public_base_url: %p is %s", async (env: Record<string, string>, level) => {
    expect((await diagnose(env)).public_base_url?.level).toBe(level as Finding["level"]);
  });

  test.each([
    [{}, "ok"],
    [{ HOST: "0.0.0.0", SALUTE_ENV: "production" }, "warn"],
    [{ PUBLIC_BASE_URL: "https://salute.example.com" }, "warn"],
    [PRODUCTION, "ok"],
  ])("trusted_proxies: %p is %s", async (env: Record<string, string>, level) => {
    expect((await diagnose(env)).trusted_proxies?.level).toBe(level as Finding["level"]);
  });

  test("proxies and addresses for metrics that hold nearly everybody: bad in production", async () => {
    for (const range of ["0.0.0.0/0", "10.0.0.0/8,128.0.0.0/1", "::/0"]) {
      const env = { TRUSTED_PROXIES: range, METRICS_ALLOW_IP: range };
      const [here, there] = [await diagnose(env), await diagnose({ ...PRODUCTION, ...env })];
      for (const name of ["trusted_proxies", "metrics_addresses"])
        expect([here[name]?.level, there[name]?.level]).toEqual(["warn", "bad"]);
    }
    const own = { TRUSTED_PROXIES: "10.0.0.0/8,fc00::/7,::1", METRICS_ALLOW_IP: "10.1.2.3" };
    const found = await diagnose({ ...PRODUCTION, ...own });
    expect([found.trusted_proxies?.level, found.metrics_addresses?.level]).toEqual(["ok", "ok"]);
  });

  test("addresses for metrics behind a proxy that is not trusted", async () => {
    const METRICS_ALLOW_IP = "127.0.0.1";
    expect(await finding("metrics_addresses", { METRICS_ALLOW_IP })).toBe("ok: 127.0.0.1");
    const untrusted = { ...PRODUCTION, TRUSTED_PROXIES: "", METRICS_ALLOW_IP };
    expect(await finding("metrics_addresses", untrusted)).toStartWith("warn: METRICS_ALLOW_IP is set and");
    expect(await finding("metrics_addresses")).toBe("nothing");
  });

  test("removed proxy variables are named", async () => {
    expect(await finding("proxy_variables", { HTTPS_PROXY: "http://proxy:3128" })).toStartWith(
      "warn: HTTPS_PROXY is set, and salute removes it",
    );
  });

  test("open files and directories: bad in production, a warning elsewhere, with the chmod command", async () => {
    chmodSync(data(), 0o755);
    for (const name of ["master.key", "log.key"]) chmodSync(own(name), 0o644);
    for (const [env, level] of [
      [{}, "warn"],
      [PRODUCTION, "bad"],
    ] as const) {
      const found = await diagnose(env);
      expect(found.data_directory).toEqual({
        name: "data_directory",
        level,
        message: `${data()} is open to other users (mode 0755).`,
        fix: `chmod 700 ${data()}`,
        blocks_production: true,
      });
      expect([found.master_key?.level, found.log_key?.level]).toEqual([level, level]);
      expect(found.master_key?.fix).toBe(`chmod 600 ${own("master.key")}`);
    }
  });

  test("the master key: missing, malformed, another one, or from MASTER_KEY", async () => {
    const right = await Bun.file(own("master.key")).text();
    expect(await finding("master_key")).toBe(`ok: ${own("master.key")}, and the right one`);
    expect(await finding("master_key", { MASTER_KEY: right.trim() })).toStartWith("ok: from MASTER_KEY");
    expect(await finding("master_key", { MASTER_KEY: "ab".repeat(32) })).toStartWith(
      "bad: The master key is not the one",
    );
    writeFileSync(own("master.key"), "hello\n");
    expect(await finding("master_key")).toStartWith("bad: ");
    rmSync(own("master.key"));
    expect(await finding("master_key")).toContain("is missing");
    expect(existsSync(own("master.key"))).toBe(false);
    expect(await finding("master_key", { MASTER_KEY_FILE: own("elsewhere.key") })).toContain(
      "elsewhere.key is missing",
    );
  });

  test("a missing log.key is reported with its consequences", async () => {
    rmSync(own("log.key"));
    expect(await finding("log_key")).toContain("the log stays readable but is no longer signed");
  });

  test("the owner: none, with an open link, with an expired link, with a password", async () => {
    expect(await finding("owner")).toStartWith("bad: No active operator is an owner");
    tamper("DELETE FROM settings WHERE name = 'first_start'");
    expect(await finding("owner")).toBe("ok: the first start creates one");
    await owner();
    expect(await finding("owner")).toStartWith(
      "warn: ann has neither password nor passkey yet; the link for one expires at 2",
    );
    tamper("UPDATE operator_links SET expires_at = 5");
    expect((await diagnose()).owner).toMatchObject({
      level: "warn",
      message: "No owner can sign in: ann has neither password nor passkey, and no link to set one is open.",
      fix: "salute operators reset --name ann",
    });
    // The retention job deletes the expired link, and a later change of the password revokes it.
    tamper("UPDATE operators SET password_hash = 'x'", "DELETE FROM operator_links");
    expect(await finding("owner")).toBe("ok: ann can sign in");
  });

  test("safe mode: since when and why", async () => {
    await salute(["safe-mode", "on", "--reason", "drill", "--data", data()]);
    expect(await finding("safe_mode")).toMatch(/^warn: On since \d{4}-.*Z: drill\. Every change answers 503/);
  });

  test("the schema: behind, newer, damaged", async () => {
    tamper("DELETE FROM schema_migrations");
    expect(await finding("schema")).toStartWith(
      `warn: still to be applied: ${MIGRATIONS.map(({ name }) => `${name} (live.db)`).join(", ")}`,
    );
    tamper("INSERT INTO schema_migrations VALUES (1, '0099_future', 'x', 0)");
    expect(await finding("schema")).toStartWith("bad: ");
    writeFileSync(own("live.db"), "garbage");
    expect(await finding("schema")).toStartWith(
      `bad: ${own("live.db")} cannot be opened: it is damaged or no`,
    );
  });

  test("limits disabled by a setting or for a key", async () => {
    expect(await finding("rate_limits")).toBe("ok: all on");
    const key = (
      await salute(["keys", "create", "--partner", "acme", "--mode", "sandbox", "--json", "--data", data()])
    ).json;
    await salute(["keys", "set", key.key_id, "--rate-limit", "0", "--data", data()]);
    const off = { RATE_LIMIT_FAILED_AUTH_PER_MIN: "0", RATE_LIMIT_MESSENGER_PER_MIN: "0" };
    const found = (await diagnose(off)).rate_limits;
    expect(found?.message).toBe(`Switched off: ${Object.keys(off).join(", ")}, ${key.key_id}.`);
    expect(found?.fix).toContain(`salute keys set ${key.key_id} --rate-limit default`);
  });

  test("the status policy: built in, a file's version, or errors in the file", async () => {
    const policy = directory.file("policy.json");
    const env = { STATUS_POLICY_FILE: policy };
    expect(await finding("status_policy")).toBe("ok: built-in thresholds");
    expect(await finding("status_policy", env)).toContain("bad: STATUS_POLICY_FILE");
    writeFileSync(policy, '{"version": "2026-11"}');
    expect(await finding("status_policy", env)).toBe("ok: thresholds of version 2026-11");
    writeFileSync(policy, '{"version": "2026-11", "checks": {"printer": {}}}');
    expect(await finding("status_policy", env)).toContain("checks.printer is not a check");
  });

  test("the chain over RPC: the quorum, and its weaknesses", async () => {
    const TOKEN_MINT = "So11111111111111111111111111111111111111112";
    const three = "https://a.example.com/?key=hush,https://b.example.com,https://c.example.com";
    const chain = (settings: Record<string, string>) =>
      finding("chain", { ...PRODUCTION, TOKEN_MINT, SOLANA_RPC_URLS: three, ...settings });
    expect(await chain({ TREASURY_WALLETS: TOKEN_MINT })).toBe("ok: 3 RPC addresses, of which 2 must agree");
    expect(await chain({})).toStartWith(
      "warn: 3 RPC addresses, of which 2 must agree; TREASURY_WALLETS is unset",
    );
    expect(await chain({ RPC_QUORUM: "1" })).toContain("which is not a majority");
    expect(await chain({ SOLANA_RPC_URLS: "https://a.example.com/?key=hush" })).toMatch(
      /^warn: One RPC address(?!.*hush)/,
    );
  });

  test("messenger_bot, messenger_webhook, messenger_api: what the Telegram bot lacks", async () => {
    expect(await finding("messenger_bot", PRODUCTION)).toStartWith("ok: off: ");
    expect(await finding("messenger_bot")).toStartWith("ok: a demo bot");
    expect((await diagnose(PRODUCTION)).messenger_webhook).toBeUndefined();
    const token = { TELEGRAM_BOT_TOKEN: "7000000001:AAtestTestTestTestTestTestTestTestTest" };
    const closed = await diagnose({ ...PRODUCTION, ...token });
    expect(closed.messenger_bot?.message).toBe("bot 7000000001, by its token");
    expect(closed.messenger_webhook).toMatchObject({
      level: "warn",
      fix: expect.stringContaining("setWebhook"),
    });
    expect(closed.messenger_api?.message).toBe("Telegram's own");
    const secret = { ...PRODUCTION, ...token, TELEGRAM_WEBHOOK_SECRET: "secret" };
    expect(await finding("messenger_webhook", secret)).toBe(
      "ok: https://salute.example.com/api/messenger/webhook, with a secret",
    );
    const port = { ...secret, PUBLIC_BASE_URL: "https://salute.example.com:9000" };
    expect((await diagnose(port)).messenger_webhook?.level).toBe("bad");
    const plain = { ...secret, TELEGRAM_API_BASE_URL: "http://bots.example.com" };
    expect((await diagnose(plain)).messenger_api?.level).toBe("warn");
    expect(
      (await diagnose({ ...secret, TELEGRAM_API_BASE_URL: "http://127.0.0.1:8081" })).messenger_api?.level,
    ).toBe("ok");
    const test = { ...secret, TELEGRAM_TEST_ENVIRONMENT: "1" };
    expect(await finding("messenger_bot", test)).toStartWith("warn: TELEGRAM_TEST_ENVIRONMENT");
  });

  test("fair_play: UTC days of commitments that are not in the signed log", async () => {
    const found = async () => (await diagnose()).fair_play;
    expect(await found()).toBeUndefined();
    const day = Math.floor(Date.now() / 86_400_000);
    tamper(
      "INSERT INTO partners (name, created_at) VALUES ('house', 0)",
      `INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at)
        SELECT id, 'tg:1', 'active', 0, 0, 0 FROM partners`,
      `INSERT INTO messenger_players (telegram_id, user_id, first_name, missiles, free_spins, joined_at, last_seen_at)
        SELECT 1, id, 'Ada', 0, 0, 0, 0 FROM users`,
      `INSERT INTO messenger_seeds (player_id, server_seed_hash, client_seed, client_seed_source, next_nonce, created_at)
        SELECT id, 'h', 'c', 'server', 1, ${(day - 3) * 86_400_000} FROM messenger_players`,
    );
    expect((await found())?.level).toBe("warn");
    expect((await found())?.message).toContain(" UTC days from ");
    for (const each of [day - 3, day - 2, day - 1])
      tamper(
        `INSERT INTO messenger_fair_days (day, size, root, unrevealed, log_index) VALUES (${each}, 0, '', 1, 7)`,
      );
    expect((await found())?.level).toBe("ok");
    tamper(`UPDATE messenger_fair_days SET log_index = NULL WHERE day = ${day - 2}`);
    expect((await found())?.message).toContain("are not in the signed log");
  });

  test("webhook_targets: a warning in production for anything but https on the public internet", async () => {
    expect(await finding("webhook_targets")).toBe("ok: only https addresses on the public internet");
    const open = { WEBHOOK_ALLOW_HTTP: "1", WEBHOOK_ALLOW_PRIVATE: "1" };
    expect((await diagnose(open)).webhook_targets?.level).toBe("ok");
    const found = (await diagnose({ ...open, SALUTE_ENV: "production" })).webhook_targets;
    expect([found?.level, found?.fix]).toEqual([
      "warn",
      "Unset WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOW_PRIVATE.",
    ]);
  });

  test("alerts: production needs a receiver; mail needs a mail server; no secret is shown", async () => {
    const ALERT_WEBHOOK_URL = "https://hooks.example.com/services/very-secret";
    expect(await finding("alerts")).toStartWith("ok: ");
    expect(await finding("alerts", PRODUCTION)).toBe("warn: No alerts are sent when a status check changes.");
    expect(await finding("alerts", { ALERT_EMAIL: "ops@example.com" })).toStartWith(
      "warn: ALERT_EMAIL is set, but",
    );
    expect(await finding("alerts", { ALERT_WEBHOOK_URL })).toBe("ok: sent to hooks.example.com");
  });

  test("mail: off without SMTP_URL; with it, links need the public address; no password is shown", async () => {
    const SMTP_URL = "smtp://zoe:hush-hush@mail.example.com:587";
    expect(await finding("mail")).toBe("ok: SMTP_URL unset: no mail is sent");
    expect(await finding("mail", { SMTP_URL })).toStartWith("warn: ");
    expect(await finding("mail", { SMTP_URL, ...PRODUCTION })).toBe("ok: by mail.example.com:587");
    const { out } = await salute(["doctor", "--env", "--json", "--data", data()], { env: { SMTP_URL } });
    expect(out).not.toContain("hush-hush");
  });

  test("the chain: production without one lists what answers 503", async () => {
    expect(await finding("chain", { SALUTE_ENV: "development" })).toStartWith("ok: ");
    expect(await finding("chain", PRODUCTION)).toMatch(
      /^bad: SOLANA_RPC_URLS and TOKEN_MINT unset: .*503 rpc_unavailable/,
    );
  });

  test("a write-ahead log that does not shrink", async () => {
    writeFileSync(own("live.db-wal"), "");
    truncateSync(own("live.db-wal"), 300 * 2 ** 20);
    expect(await finding("wal")).toStartWith("warn: 300 MiB: ");
  });
});

test("it gives the same result without waiting while another process writes", async () => {
  const client = new Database(own("live.db"));
  client.run("BEGIN IMMEDIATE");
  expect((await diagnose({ SALUTE_ENV: "development" })).schema?.level).toBe("ok");
  client.run("ROLLBACK");
  client.close(true);
});

test("Litestream is shown with its version, and one that can damage a replica is bad", async () => {
  const program = directory.file("litestream");
  const replica = { LITESTREAM_REPLICA_URL: "s3://backups/salute", LITESTREAM_BIN: program };
  for (const [version, found] of [
    ["v0.5.17", `ok: 0.5.17: ${program}, by LITESTREAM_BIN`],
    ["v0.3.13", "bad: Litestream 0.3.13 can damage a replica"],
    ["nothing", "bad: Litestream of an unknown version can damage a replica"],
  ] as const) {
    writeFileSync(program, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    expect(await finding("litestream", replica)).toStartWith(found);
  }
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { describeUnknown, unknownVariables } from "../../src/compose/parsing/unknown.ts";
import { describeForCommands } from "../../src/compose/server-settings.ts";
import { SETTINGS } from "../../src/compose/settings/index.ts";
import type { Setting } from "../../src/compose/settings/setting.ts";
import { sha256Hex } from "../../src/kit/crypto/seal.ts";
import { salute, scratch } from "../harness/processes/commands.ts";

/** A bad value of any setting stops the start, naming the variable, the problem and an example (contract section 1). */

let directory: ReturnType<typeof scratch>;

beforeAll(() => {
  directory = scratch();
  writeFileSync(directory.file("malformed.json"), "{malformed");
});
afterAll(() => directory.remove());

test("an address with a password is kept for commands as a hash, without one as it is", () => {
  const [secret, plain] = ["sftp://robot:hush-hush@store.example/salute", "s3://bucket/salute"];
  const kept = describeForCommands(Object.values(SETTINGS), {
    LITESTREAM_REPLICA_URL: secret,
    LEASE_WITNESS_URL: plain,
  });
  expect(kept).toEqual({
    LITESTREAM_REPLICA_URL: { sha256: sha256Hex(secret) },
    LEASE_WITNESS_URL: { value: plain },
  });
});

const WALLET = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const MALFORMED = "malformed.json";

/** A bad value of each setting. A file's name stands for that file in the test's directory. */
const BAD: Record<string, string> = {
  SALUTE_ENV: "staging",
  PORT: "70000",
  HOST: "not a host",
  DATA_DIR: MALFORMED,
  PUBLIC_BASE_URL: "salute.example.com",
  TRUSTED_PROXIES: "10.0.0.0/99",
  MASTER_KEY: "0123456789abcdef",
  MASTER_KEY_FILE: "missing.key",
  PID_FILE: "salute.pid",
  SAVE_MEMORY: "sometimes",
  LOG_LEVEL: "loud",
  MAX_BODY_BYTES: "12",
  MAX_CONNECTIONS: "0",
  MAX_CONNECTIONS_PER_ADDRESS: "0",
  RATE_LIMIT_PUBLIC_API_PER_MIN: "-1",
  RATE_LIMIT_PAGES_PER_MIN: "many",
  RATE_LIMIT_LOG_PER_MIN: "1.5",
  RATE_LIMIT_WEBHOOK_PER_MIN: "1e3",
  PARTNER_RATE_LIMIT_PER_MINUTE: "ten",
  PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0x10",
  RATE_LIMIT_FAILED_AUTH_PER_MIN: "30/min",
  RATE_LIMIT_ADMIN_PER_MIN: " 5",
  PARTNER_NONCE_REQUIRED: "yes",
  IDEMPOTENCY_RETENTION_DAYS: "0",
  CHAIN: "maybe",
  SOLANA_RPC_URLS: "https://one.example,two.example?api-key=hush",
  TOKEN_MINT: "0xdeadbeef",
  TREASURY_WALLETS: `${WALLET},x`,
  RESERVE_WALLETS: "x",
  LP_MINT: "x",
  LP_WALLETS: "x",
  BURN_WALLETS: "x",
  EXPECTED_MINT_AUTHORITY: "nobody",
  EXPECTED_FREEZE_AUTHORITY: "nobody",
  EXPLORER_URL: "solscan.io",
  RPC_MAX_PER_SECOND: "0",
  RPC_TIMEOUT_MS: "1",
  RPC_QUORUM: "0",
  RATE_LIMIT_CLAIM_MISSES_PER_MIN: "-1",
  SMTP_URL: "mail.example.com:hush",
  MAIL_FROM: "nobody",
  BRAND_NAME: "x".repeat(41),
  BRAND_TEXT: "x".repeat(201),
  BRAND_COLOUR: "teal",
  BRAND_LINKS: "Website=javascript:alert(1)",
  BRAND_LOGO_FILE: MALFORMED,
  WEBHOOK_MAX_ATTEMPTS: "0",
  WEBHOOK_RETRY_BASE_SECONDS: "0",
  WEBHOOK_RETRY_MAX_SECONDS: "0",
  WEBHOOK_RETRY_JITTER: "20%",
  WEBHOOK_TIMEOUT_SECONDS: "0",
  WEBHOOK_CONCURRENCY: "1",
  WEBHOOK_CONCURRENCY_PER_WEBHOOK: "0",
  WEBHOOK_ALLOW_HTTP: "on",
  WEBHOOK_ALLOW_PRIVATE: "on",
  RATE_LIMIT_SHORT_LINKS_PER_MIN: "x",
  AUDIO_SITE_BASE_URL: "ftp://music.example.com",
  AUDIO_SHARE_POLICY_FILE: MALFORMED,
  AUDIO_SHARE_DEDUPE_HOURS: "0",
  AUDIO_SHARE_TRACK_AUTH: "maybe",
  AUDIO_SHARE_COUNTRY_HEADER: "CF IPCountry",
  BACKUP_ENCRYPTION_KEY: `AGE-SECRET-KEY-1${"Q".repeat(58)}`,
  BACKUP_KEEP_COUNT: "0",
  BACKUP_KEEP_DAYS: "0",
  BACKUP_S3_ENDPOINT: "s3.example.com",
  BACKUP_S3_BUCKET: "half-a-store",
  BACKUP_S3_ACCESS_KEY_ID: "half-a-store",
  BACKUP_S3_SECRET_ACCESS_KEY: "half-a-store",
  LITESTREAM_REPLICA_URL: "backups",
  REPLICA_AUTO_RESTORE: "maybe",
  LEASE_SECONDS: "1",
  LEASE_STRICT: "maybe",
  LEASE_LENIENT: "maybe",
  AUTO_PROMOTE: "maybe",
  AUTO_PROMOTE_AFTER_SECONDS: "-1",
  AUTO_PROMOTE_COOLDOWN_SECONDS: "a while",
  LEASE_WITNESS_URL: "the other one",
  LEADER_BASE_URL: "leader",
  ALERT_WEBHOOK_URL: "hooks.example.com/hush",
  ALERT_WEBHOOK_FORMAT: "teams",
  ALERT_EMAIL: "ops",
  ALERT_RULES_FILE: MALFORMED,
  ALERT_ESCALATION_URL: "hooks.example.com/hush",
  ALERT_ESCALATION_MINUTES: "0",
  HEARTBEAT_URL: "hush",
  OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
  OTEL_EXPORTER_OTLP_HEADERS: "hush",
  OTEL_TRACES_SAMPLER_ARG: "2",
  DEPRECATIONS_FILE: "missing.json",
  PORTAL_ENABLED: "maybe",
  PORTAL_EMBED_ORIGINS: "https://example.com/path",
  TELEGRAM_BOT_TOKEN: "hush",
  TELEGRAM_BOT_ID: "mybot",
  TELEGRAM_BOT_USERNAME: "@mybot",
  TELEGRAM_WEBHOOK_SECRET: "hush hush",
  TELEGRAM_API_BASE_URL: "api.telegram.org",
  TELEGRAM_TEST_ENVIRONMENT: "2",
  RATE_LIMIT_MESSENGER_PER_MIN: "x",
  MINIAPP_MAX_EXPECTED_VALUE: "x",
  MINIAPP_GRANTS_PER_DAY: "x",
  MAX_BODY_BYTES_UNDER_WAY: "1",
  BODY_TIMEOUT_SECONDS: "0",
  TOKEN_SYMBOL: "sol",
  OWNER_SHARE_WARN_PCT: "101",
  REVERSAL_APPROVAL_SALUTES: "0.5",
  MINIAPP_GIFT_MISSILES: "-1",
  MINIAPP_GIFT_SALUTES: "0.001",
  CLAIM_CURRENCIES: "USDC",
  METRICS_ALLOW_IP: "localhost",
  REQUIRED_SETTINGS: "PUBLIC_BASE",
  STATUS_POLICY_FILE: MALFORMED,
};

/** Settings of which no text is refused at the start, and why. */
const FREE: Record<string, string> = {
  NODE_ENV: "other programs' values are not ours to refuse",
  BACKUP_S3_REGION: "stores name their regions as they like",
  BACKUP_S3_PREFIX: "any prefix of object names",
  LITESTREAM_ACCESS_KEY_ID: "the store says what is wrong with it",
  LITESTREAM_SECRET_ACCESS_KEY: "the store says what is wrong with it",
  LITESTREAM_BIN: "doctor and the check backup say what is wrong with the program",
  SUPPRESSIONS_FILE: "a broken file suppresses nothing, and raises a warning (contract section 17)",
  OTEL_SERVICE_NAME: "services are named as their owners like",
  SALUTE_KEY: "of salute call alone",
  SALUTE_SECRET: "of salute call alone",
  XDG_CONFIG_HOME: "of salute call alone",
};

const all: readonly Setting<unknown>[] = Object.values(SETTINGS);

function start(variable: string, value: string) {
  const isFile = /^[a-z]+\.(json|key)$/.test(value);
  const env = {
    NODE_ENV: undefined,
    DATA_DIR: directory.file("data"),
    [variable]: isFile ? directory.file(value) : value,
  };
  return salute(["migrate"], { env });
}

test("every setting has its bad value here, or a reason to have none", () => {
  expect([...Object.keys(BAD), ...Object.keys(FREE)].sort()).toEqual(
    all.map(({ variable }) => variable).sort(),
  );
});

describe("a bad value is refused with the variable, the problem and an example", () => {
  test.each(Object.entries(BAD))("%s=%s", async (variable, value) => {
    const { code, err } = await start(variable, value);
    expect([variable, code]).toEqual([variable, 1]);
    expect(err.split("\n")).toHaveLength(2);
    expect(err).toContain(variable);
    expect(err).toMatch(/\. Example: \S/);
    expect(existsSync(directory.file("data/live.db"))).toBe(false);
    if (all.some((each) => each.variable === variable && each.isSecret === true))
      expect(err).not.toContain(value.includes("hush") ? "hush" : value);
  });

  test.each(["https://ops@salute.example.com", "https://:hush@salute.example.com"])(
    "PUBLIC_BASE_URL=%s: credentials",
    async (value) => {
      expect((await start("PUBLIC_BASE_URL", value)).err).toContain("without query or credentials");
    },
  );

  test.each(["AUDIO_SHARE_POLICY_FILE", "STATUS_POLICY_FILE", "DEPRECATIONS_FILE", "ALERT_RULES_FILE"])(
    "%s names a file that is missing, malformed, or a directory",
    async (variable) => {
      for (const value of ["missing.json", MALFORMED]) expect((await start(variable, value)).code).toBe(1);
      expect((await start(variable, "missing.json")).err).toContain("there is no such file");
      expect((await start(variable, directory.path)).err).toContain("it is a directory");
    },
  );
});

test("all faults are reported at once: values, combinations, and then the files that settings name", async () => {
  const run = (env: Record<string, string>) =>
    salute(["migrate"], { env: { NODE_ENV: undefined, DATA_DIR: directory.file("data"), ...env } });
  const wrong = await run({ RPC_QUORUM: "0", SAVE_MEMORY: "x", LEASE_STRICT: "1", LEASE_LENIENT: "1" });
  expect(wrong.code).toBe(1);
  expect(wrong.err.trimEnd().split("\n")).toEqual([
    expect.stringContaining('SAVE_MEMORY: "x" must be'),
    expect.stringContaining('RPC_QUORUM: "0" must be'),
    expect.stringContaining("LEASE_STRICT and LEASE_LENIENT"),
  ]);
  const files = await run({ ALERT_RULES_FILE: "/none", STATUS_POLICY_FILE: "/none" });
  expect(
    files.err
      .trimEnd()
      .split("\n")
      .map((line) => line.split(":")[0]),
  ).toEqual(["STATUS_POLICY_FILE", "ALERT_RULES_FILE"]);
  const usage = await salute(["serve", "--port", "x"], { env: { RPC_QUORUM: "0" } });
  expect([usage.code, usage.err]).toEqual([2, expect.stringMatching(/--port: .*\nRPC_QUORUM: /)]);
  expect(existsSync(directory.file("data/live.db"))).toBe(false);
});

test.each(["/mnt/disk", "file://mnt/disk"])(
  "a replica at %s is refused with a complete address",
  async (url) => {
    const env = { DATA_DIR: directory.file("data"), LITESTREAM_REPLICA_URL: url };
    const { code, err } = await salute(["migrate"], { env });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^LITESTREAM_REPLICA_URL: .* or file:\/\/\/mnt\/disk/),
    ]);
  },
);

test("a deployment names the settings that it requires: each one that is missing is reported, with an example", async () => {
  const REQUIRED_SETTINGS = "PUBLIC_BASE_URL, LITESTREAM_REPLICA_URL";
  const run = (env: Record<string, string>) =>
    salute(["migrate"], { env: { DATA_DIR: directory.file("data"), REQUIRED_SETTINGS, ...env } });
  const { code, err } = await run({ PUBLIC_BASE_URL: "" });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^PUBLIC_BASE_URL is not set, and .*Example: \S+\nLITESTREAM_REPLICA_URL is not set, and .*Example: \S+\n$/,
  );
  const complete = await run({
    PUBLIC_BASE_URL: "https://a.example",
    LITESTREAM_REPLICA_URL: "file:///replica",
  });
  expect([complete.code, complete.err]).toEqual([0, ""]);
});

describe("a variable that looks like a setting but is none", () => {
  test("is named with the nearest setting", () => {
    const found = unknownVariables({
      TRUSTED_PROXY: "::1",
      RPC_QOURUM: "2",
      SALUTE_COLOUR: "red",
      LOG_LVL: "x",
    });
    expect(found.map(describeUnknown)).toEqual([
      "LOG_LVL is not a setting of salute and has no effect: did you mean LOG_LEVEL?",
      "RPC_QOURUM is not a setting of salute and has no effect: did you mean RPC_QUORUM?",
      "SALUTE_COLOUR is not a setting of salute and has no effect",
      "TRUSTED_PROXY is not a setting of salute and has no effect: did you mean TRUSTED_PROXIES?",
    ]);
  });

  test("variables of other programs, and Kubernetes' own for a service named salute, are not reported", () => {
    const other = {
      NODE_OPTIONS: "",
      XDG_CONFIG_DIRS: "",
      LITESTREAM_CONFIG_FILE: "",
      LOG_FORMAT: "",
      DATABASE_URL: "",
      SALUTE_PORT: "tcp://10.0.0.1:80",
      SALUTE_SERVICE_HOST: "10.0.0.1",
      SALUTE_SERVICE_PORT_HTTP: "80",
      SALUTE_PORT_8080_TCP_ADDR: "10.0.0.1",
    };
    expect(unknownVariables(other)).toEqual([]);
  });

  test("doctor warns of it, without its value", async () => {
    const env = { NODE_ENV: undefined, BACKUP_S3_BUCKETS: "hush" };
    const { out, json } = await salute(["doctor", "--json", "--data", directory.path], { env });
    expect(json.findings).toContainEqual(
      expect.objectContaining({
        name: "unknown_settings",
        level: "warn",
        message: expect.stringContaining("BACKUP_S3_BUCKETS is not a setting of salute"),
      }),
    );
    expect(out).not.toContain("hush");
  });
});

test("the password of an address is shown nowhere", async () => {
  const env = { LITESTREAM_REPLICA_URL: "sftp://zoe:hunter2@h.example/p" };
  const { out } = await salute(["doctor", "--env", "--data", directory.path], { env });
  expect(out).toContain("sftp://zoe:(set)@h.example/p");
  expect(out).not.toContain("hunter2");
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { settingsReader } from "../../src/compose/config.ts";
import { reload } from "../../src/compose/open/reload.ts";
import { allOperations } from "../../src/compose/operations.ts";
import { SETTINGS } from "../../src/compose/settings/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { executable } from "../harness/processes/build.ts";
import { scratch } from "../harness/processes/commands.ts";
import { serve } from "../harness/processes/server-process.ts";
import { until } from "../harness/until.ts";

/** Settings that change while the server runs. */

let dir: ReturnType<typeof scratch>;
let world: World;
beforeEach(async () => {
  dir = scratch();
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
  dir.remove();
});

const envFile = () => dir.file("salute.env");
const reader = (text: string) => {
  writeFileSync(envFile(), text);
  return settingsReader({ data: world.dataDir }, { envFile: envFile() }).again;
};

test("what can change safely does, at once; the rest is named", async () => {
  const reread = reader("RATE_LIMIT_PUBLIC_API_PER_MIN=90\n");
  const policy = dir.file("policy.json");
  const rules = dir.file("rules.json");
  writeFileSync(policy, '{"version": "2027-01"}');
  writeFileSync(
    rules,
    '{"rules": [{"rule": "http_5xx_share", "threshold": 5, "for_minutes": 10, "runbook": "Look at the log."}]}',
  );
  writeFileSync(
    envFile(),
    [
      ...["RATE_LIMIT_PUBLIC_API_PER_MIN=2", "RATE_LIMIT_LOG_PER_MIN=3", "LOG_LEVEL=error"],
      ...["ALERT_WEBHOOK_URL=https://hooks.example.com/x", `STATUS_POLICY_FILE=${policy}`],
      ...[`ALERT_RULES_FILE=${rules}`, "MAX_BODY_BYTES=4096"],
    ].join("\n"),
  );
  const { config, changed } = reread();
  const { services } = world;
  const body = services.config.maxBodyBytes;
  const { applied, needRestart } = reload(services, config, changed);
  expect([...applied].sort()).toEqual([
    "ALERT_RULES_FILE",
    "ALERT_WEBHOOK_URL",
    "LOG_LEVEL",
    "RATE_LIMIT_LOG_PER_MIN",
    "RATE_LIMIT_PUBLIC_API_PER_MIN",
    "STATUS_POLICY_FILE",
  ]);
  expect(needRestart).toEqual(["MAX_BODY_BYTES"]);
  expect([services.config.maxBodyBytes, services.config.publicApiLimit]).toEqual([body, 2]);
  expect([services.log.level, services.log.enabled("warn")]).toEqual(["error", false]);
  expect([services.alerts.isOn, services.status.policy.version]).toEqual([true, "2027-01"]);
  expect(services.alertRules.map(({ rule }) => rule)).toEqual(["http_5xx_share"]);
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++)
    statuses.push((await world.call("GET", "/api/public/token-mint-authorities.json")).status);
  expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
  expect(reread().changed).toEqual([]);
});

test("no setting that can change is copied when the routes are mounted", () => {
  const { config } = world.services;
  const read = new Set<string>();
  const watched = new Proxy(config, {
    get: (target, name, receiver) => {
      read.add(String(name));
      return Reflect.get(target, name, receiver);
    },
  });
  allOperations({ ...world.services, config: watched });
  const variables = Object.entries(SETTINGS).map(([name, { variable }]) => ({ name, variable }));
  const { applied } = reload(
    world.services,
    config,
    variables.map(({ variable }) => variable),
  );
  expect(applied.length).toBeGreaterThan(20);
  const live = variables.filter(({ variable }) => applied.includes(variable)).map(({ name }) => name);
  expect([read.has("portalEnabled"), live.filter((name) => read.has(name))]).toEqual([true, []]);
});

test("a fault leaves everything as it was", () => {
  const reread = reader("");
  const { services } = world;
  writeFileSync(envFile(), "RATE_LIMIT_PUBLIC_API_PER_MIN=2\nSTATUS_POLICY_FILE=/none\n");
  const { config, changed } = reread();
  const before = services.config.publicApiLimit;
  expect(() => reload(services, config, changed)).toThrow("STATUS_POLICY_FILE");
  expect([services.config.publicApiLimit, services.http.limits.publicApi]).toEqual([before, before]);
  const telegram = "ALERT_WEBHOOK_FORMAT=telegram\nALERT_WEBHOOK_URL=https://hooks.example.com/sendMessage\n";
  writeFileSync(envFile(), `RATE_LIMIT_PUBLIC_API_PER_MIN=2\n${telegram}`);
  const unusable = reread();
  expect(() => reload(services, unusable.config, unusable.changed)).toThrow("ALERT_WEBHOOK_URL");
  expect([services.config.publicApiLimit, services.http.limits.publicApi]).toEqual([before, before]);
  writeFileSync(envFile(), "RATE_LIMIT_PUBLIC_API_PER_MIN=x\n");
  expect(reread).toThrow("RATE_LIMIT_PUBLIC_API_PER_MIN");
});

test("SIGHUP does so on a running server, which goes on", async () => {
  const server = await serve([executable()], { LOG_LEVEL: "info" });
  try {
    await until(async () => (await fetch(`${server.url}/readyz`)).ok);
    process.kill(server.pid, "SIGHUP");
    await until(() => server.logged.some((line) => line.includes("settings read again")));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

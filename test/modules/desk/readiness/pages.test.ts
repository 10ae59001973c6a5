import { afterEach, beforeEach, expect, test } from "bun:test";
import { SETTINGS } from "../../../../src/compose/settings/index.ts";
import { makeOperator, signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let viewer: Visitor;

beforeEach(async () => {
  world = await createWorld();
  viewer = await signedIn(world, "eve", "viewer");
});

afterEach(() => world.close());

test("readiness lists doctor's findings, worst first, with a fix for each", async () => {
  const { status, text } = await viewer.open("/admin/ops/readiness");
  expect(status).toBe(200);
  for (const name of ["data directory", "disk space", "master key", "chain"]) expect(text).toContain(name);
  expect(text).toContain("salute keyfiles export");
});

test("configuration shows all settings and no secret", async () => {
  const { status, text } = await viewer.open("/admin/ops/config");
  expect(status).toBe(200);
  for (const { variable } of Object.values(SETTINGS)) expect(text).toContain(`>${variable}</code>`);
});

const PRODUCTION = {
  SALUTE_ENV: "production",
  PUBLIC_BASE_URL: "https://salute.example",
  SOLANA_RPC_URLS: "https://a.example,https://b.example,https://c.example",
  TOKEN_MINT: "So11111111111111111111111111111111111111112",
  ALERT_WEBHOOK_URL: "https://alerts.example/hook",
};

/** Names of the findings that keep an installation from being ready. */
async function blockers(environment: Record<string, string>): Promise<string[]> {
  const other = await createWorld(environment);
  try {
    const { token } = await makeOperator(other, "eve", "viewer");
    const headers = { authorization: `Bearer ${token}` };
    const { json } = await other.call("GET", "/admin/ops/readiness", { headers });
    const blocking = json.findings.filter((each: { blocks_production: boolean }) => each.blocks_production);
    expect(json.ready).toBe(blocking.length === 0);
    return blocking.map(({ name }: { name: string }) => name);
  } finally {
    await other.close();
  }
}

test("an installation is not ready in development, on the demo chain, or without alerts or backups", async () => {
  expect(await blockers({})).toEqual(expect.arrayContaining(["environment", "chain", "alerts", "backups"]));
});

test("an installation is not ready while private targets are allowed", async () => {
  const ready = await blockers(PRODUCTION);
  expect(ready).toContain("backups");
  for (const name of ["environment", "chain", "alerts", "webhook_targets"]) expect(ready).not.toContain(name);
  expect(await blockers({ ...PRODUCTION, WEBHOOK_ALLOW_PRIVATE: "1" })).toContain("webhook_targets");
  const { ALERT_WEBHOOK_URL: _, ...silent } = PRODUCTION;
  expect(await blockers(silent)).toContain("alerts");
});

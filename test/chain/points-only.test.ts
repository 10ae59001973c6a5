import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parseConfig } from "../../src/compose/config.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute } from "../harness/processes/commands.ts";

/** CHAIN=off: an installation of points only, which misses no chain. */

const ENVIRONMENT = { SALUTE_ENV: "production", PUBLIC_BASE_URL: "https://salute.example", CHAIN: "off" };
const CHAIN_CHECKS = [
  "rpc",
  "transaction_sync",
  "holder_cache",
  "public_stats",
  "mint_authority",
  "audit_anomalies",
  "solvency",
];

let world: World;
beforeAll(async () => {
  world = await createWorld(ENVIRONMENT);
});
afterAll(() => world.close());

const open = async (path: string) =>
  (await world.call("GET", path, { headers: { accept: "text/html" } })).text;

describe("points only in production", () => {
  test("no check misses a chain, and those of the chain say that it is not used", async () => {
    const { json } = await world.call("GET", "/status.json");
    const { checks } = json as { checks: Record<string, { status: string; message: string }> };
    expect(CHAIN_CHECKS.map((name) => [name, checks[name]?.status])).toEqual(
      CHAIN_CHECKS.map((name) => [name, "ok"]),
    );
    for (const name of CHAIN_CHECKS.slice(0, 5)) expect(checks[name]?.message).toContain("CHAIN=off");
    expect(JSON.stringify(checks)).not.toContain("must both be set");
  });

  test("the trust dashboard has no control that needs a chain", async () => {
    const { json } = await world.call("GET", "/transparency/trust-dashboard.json");
    const controls = json.controls as { id: string; summary: string }[];
    expect(json.chain_mode).toBeNull();
    expect(controls.map(({ id }) => id)).toContain("log_health");
    for (const name of ["mint_authority", "freeze_authority", "owner_share", "audit_run"])
      expect(controls.map(({ id }) => id)).not.toContain(name);
  });

  test("pages say so plainly, and ask for no setting", async () => {
    for (const path of ["/proofs", "/transparency", "/transparency/audit-anomalies"]) {
      const text = await open(path);
      expect([path, text.includes("This service uses no chain")]).toEqual([path, true]);
      expect(text).not.toContain("SOLANA_RPC_URLS");
    }
  });

  test("operations that need a chain answer 503; its jobs do nothing", async () => {
    expect((await world.call("GET", "/api/public/token-mint-authorities.json")).status).toBe(503);
    const { code, out } = await salute(["jobs", "run", "public_stats", "--data", world.dataDir], {
      env: ENVIRONMENT,
    });
    expect([code, out]).toEqual([0, expect.stringContaining("CHAIN=off")]);
  });

  test("doctor and readiness miss none", async () => {
    const { json } = await salute(["doctor", "--json", "--data", world.dataDir], { env: ENVIRONMENT });
    const found = json.findings.find(({ name }: { name: string }) => name === "chain");
    expect(found).toMatchObject({ level: "ok", blocks_production: false });
  });
});

test("development has no demo chain with CHAIN=off", async () => {
  const other = await createWorld({ CHAIN: "off" });
  try {
    expect([other.services.chain, other.services.token]).toEqual([null, null]);
  } finally {
    await other.close();
  }
});

test("CHAIN=off beside a chain's settings is refused", () => {
  expect(() => parseConfig({ CHAIN: "off", SOLANA_RPC_URLS: "https://rpc.example" })).toThrow("CHAIN is off");
});

import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stopChanges } from "../../../../src/modules/platform/state/index.ts";
import { pinBaseline } from "../../../../src/modules/transparency/audits/runs/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { scratch } from "../../../harness/processes/commands.ts";
import { buildRows, ensureTokenId, putRuns } from "../public-audits/fixture.ts";
import { auditYesterday, readChain } from "./fixture.ts";

const directory = scratch();
let world: World | null = null;
afterEach(() => world?.close());
afterAll(() => directory.remove());

async function statusOf(environment: Record<string, string> = {}) {
  world = await createWorld(environment);
  const before = (await world.call("GET", "/status.json")).json;
  expect(before.checks.audit_anomalies).toMatchObject({
    status: "ok",
    message: "No audit run is complete yet.",
  });
  await readChain(world);
  await auditYesterday(world);
  world.clock.advance(10_000);
  return (await world.call("GET", "/status.json")).json;
}

describe("the check audit_anomalies", () => {
  test("follows the latest run's alert, and does not degrade overall", async () => {
    const { checks, overall } = await statusOf();
    expect(checks.audit_anomalies).toMatchObject({
      status: "warn",
      evidence_url: "/transparency/audit-anomalies/alerts.json",
      observed: { run: "20261121T100000Z", overall: "warn", baseline: null },
    });
    expect(overall).toBe("ok");
  });

  test("stays as bad as the findings when they repeat, whatever run is pinned", async () => {
    world = await createWorld();
    await readChain(world);
    await putRuns(
      world,
      { run: "20261120T011000Z", rows: buildRows({ bad: 1 }) },
      { run: "20261121T011000Z", rows: buildRows({ bad: 1 }) },
    );
    const check = async () => {
      world?.clock.advance(10_000);
      return (await world?.call("GET", "/status.json"))?.json.checks.audit_anomalies;
    };
    const repeated = {
      status: "bad",
      message: expect.stringMatching(/ found bad anomalies, no worse than its baseline\.$/),
    };
    expect(await check()).toMatchObject(repeated);
    const pinned = { tokenId: await ensureTokenId(world), run: "20261121T011000Z" };
    await world.services.live.writer.run((tx) => pinBaseline(tx, { kind: "command", name: "test" }, pinned));
    expect(await check()).toMatchObject(repeated);
    const alerts = (await world.call("GET", "/transparency/audit-anomalies/alerts.json")).json;
    expect(alerts.snapshot.should_alert).toBe(false);
  });

  test("is not named by an incident of other checks", async () => {
    await statusOf();
    const fault = { invariant: "ledger_balances", fault: "user 1" };
    await world?.services.live.writer.run((tx) => stopChanges(tx, "test", fault));
    for (let minute = 0; minute < 3; minute++) {
      world?.clock.advance(60_000);
      if (world !== null) await runJobs(world, "status_snapshot");
    }
    const answer = await world?.call("GET", "/api/public/system-status/incidents");
    const [incident] = answer?.json.incidents ?? [];
    expect(incident.checks).toContain("database");
    expect(incident.checks).not.toContain("audit_anomalies");
  });

  test("degrades overall if the policy says so", async () => {
    const file = join(directory.path, "policy.json");
    writeFileSync(file, JSON.stringify({ version: "strict", audit_anomalies_warn_degrades: true }));
    const { checks, overall } = await statusOf({ STATUS_POLICY_FILE: file });
    expect([checks.audit_anomalies.status, overall]).toEqual(["warn", "warn"]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "../../../../src/modules/platform/state/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { buildRows, putRuns } from "../public-audits/fixture.ts";

const PATH = "/transparency/trust-dashboard.json";
const HOUR_MS = 3_600_000;

const IDS = [
  "mint_authority",
  "freeze_authority",
  "extensions",
  "holder_conservation",
  "owner_share",
  "audit_run",
  "log_health",
  "open_incidents",
  "backup_drill",
  "deliveries",
  "software",
  "freshness_token_mint_authorities",
  "freshness_public_stats_cache",
  "freshness_holder_cache",
  "freshness_token_distribution",
  "freshness_holder_growth",
  "freshness_transaction_sync",
  "freshness_solvency",
  "freshness_token_snapshot_jobs_rollup",
];

interface Control {
  id: string;
  status: string;
  summary: string;
  evidence_url: string;
  checked_at: string | null;
  log: { index: number; url: string } | null;
}

let world: World;
afterEach(() => world.close());

async function controls(): Promise<Map<string, Control>> {
  const { json } = await world.call("GET", PATH);
  return new Map(json.controls.map((each: Control) => [each.id, each]));
}

const statusOf = async (id: string) => (await controls()).get(id)?.status;

async function expectEvidence(): Promise<void> {
  for (const { id, evidence_url, log } of (await controls()).values()) {
    expect([id, (await world.call("GET", evidence_url)).status]).toEqual([id, 200]);
    if (log !== null) expect([id, (await world.call("GET", log.url)).status]).toEqual([id, 200]);
  }
}

describe("without data", () => {
  test("every control is listed, those without data are unknown, and all evidence answers", async () => {
    world = await createWorld();
    const found = await controls();
    expect([...found.keys()]).toEqual(IDS);
    for (const id of [
      "mint_authority",
      "holder_conservation",
      "owner_share",
      "backup_drill",
      "audit_run",
      "open_incidents",
    ])
      expect([id, found.get(id)?.status, found.get(id)?.checked_at]).toEqual([id, "unknown", null]);
    expect(["deliveries", "log_health"].map((id) => found.get(id)?.status)).toEqual(["unknown", "unknown"]);
    expect(found.get("software")?.status).toBe("ok");
    await expectEvidence();
  });

  test("the same in production without a chain", async () => {
    world = await createWorld({ SALUTE_ENV: "production" });
    const { json, status } = await world.call("GET", PATH);
    expect([status, json.chain_mode, json.controls.length]).toEqual([200, null, IDS.length]);
    await expectEvidence();
  });
});

describe("with figures", () => {
  beforeEach(async () => {
    world = await createWorld();
    await runJobs(
      world,
      "mint_authorities",
      "public_stats",
      "holder_cache",
      "token_distribution",
      "holder_growth",
      "transaction_sync",
      "solvency",
      "rollup",
      "status_snapshot",
      "proofs",
    );
  });

  test("controls show result, time and log entry", async () => {
    const found = await controls();
    const conservation = found.get("holder_conservation");
    expect([conservation?.status, conservation?.checked_at]).toEqual([
      "ok",
      new Date(world.clock.now()).toISOString(),
    ]);
    expect(conservation?.log?.url).toMatch(/^\/log\/proof\/\d+$/);
    for (const id of IDS.filter((each) => each.startsWith("freshness_")))
      expect([id, found.get(id)?.status]).toEqual([id, "ok"]);
    expect(found.get("log_health")?.status).toBe("ok");
    expect(found.get("open_incidents")?.summary).toBe("No incident is open.");
    await expectEvidence();
  });

  test("overall is the worst status of the known controls, and counts add up", async () => {
    const { json } = await world.call("GET", PATH);
    const statuses = json.controls.map((each: Control) => each.status);
    const worst = ["bad", "warn", "ok"].find((status) => statuses.includes(status));
    expect(statuses).toContain("unknown");
    expect(json.overall).toBe(worst);
    for (const status of ["ok", "warn", "bad", "unknown"])
      expect(json.counts[status]).toBe(statuses.filter((each: string) => each === status).length);
  });

  test("an owner above the stated share of what is not the project's warns, above half is bad", async () => {
    const { latest } = (await world.call("GET", "/transparency/wallet-concentration.json")).json;
    const share = latest.excluding.top1_pct;
    expect((await controls()).get("owner_share")).toMatchObject({
      status: share > 50 ? "bad" : share > 10 ? "warn" : "ok",
      summary: `The largest owner holds ${share} % of the tokens outside the project's wallets.`,
    });
    const hold = (pct: number) =>
      world.services.live.writer.run((tx) =>
        tx.run("UPDATE token_concentrations SET excluding_top1_pct = ?", pct),
      );
    for (const [pct, status] of [
      [10, "ok"],
      [10.0001, "warn"],
      [50, "warn"],
      [50.0001, "bad"],
    ] as const) {
      await hold(pct);
      expect([pct, await statusOf("owner_share")]).toEqual([pct, status]);
    }
  });

  test("stale figures warn", async () => {
    world.clock.advance(4 * HOUR_MS);
    expect(await statusOf("freshness_token_mint_authorities")).toBe("warn");
    expect(await statusOf("freshness_holder_growth")).toBe("ok");
  });

  test("the audit's worst severity is the status; an overdue audit warns", async () => {
    await putRuns(world, { run: "20261121T011000Z" });
    expect(await statusOf("audit_run")).toBe("ok");
    world.clock.advance(18 * HOUR_MS);
    expect((await controls()).get("audit_run")).toMatchObject({
      status: "warn",
      summary: "2026-11-20: no anomalies. No later day has been audited yet.",
    });
    await putRuns(world, { run: "20261122T011000Z", rows: buildRows({ bad: 1, warn: 2 }) });
    expect((await controls()).get("audit_run")).toMatchObject({
      status: "bad",
      summary: "2026-11-21: 3 anomalies (1 bad, 2 warn).",
    });
  });

  test("an earlier day that is audited again changes nothing of the later one", async () => {
    world.clock.advance(18 * HOUR_MS);
    await putRuns(world, { run: "20261122T011000Z" }, { run: "20261122T020000Z" });
    await world.services.live.writer.run((tx) =>
      tx.run(
        "UPDATE audit_runs SET from_at = from_at - ?1, to_at = to_at - ?1, label = '2026-11-19' WHERE run = '20261122T020000Z'",
        48 * HOUR_MS,
      ),
    );
    expect((await controls()).get("audit_run")).toMatchObject({
      status: "ok",
      summary: "2026-11-21: no anomalies.",
    });
  });

  test("a successful restore drill is ok for two days", async () => {
    const drill = {
      at: new Date(world.clock.now()).toISOString(),
      ok: true,
      source: "backup",
      from: "b1",
      error: null,
      rpo_seconds: 4,
      rto_seconds: 11,
      log_root: null,
      log_root_is_published: null,
    };
    const keep = (value: object) =>
      world.services.live.writer.run((tx) => writeSetting(tx, "restore_drill", JSON.stringify(value)));
    await keep(drill);
    expect((await controls()).get("backup_drill")).toMatchObject({
      status: "ok",
      summary: "A backup was restored and verified in 11 s.",
    });
    world.clock.advance(51 * HOUR_MS);
    expect(await statusOf("backup_drill")).toBe("warn");
    await keep({ ...drill, ok: false, error: "row counts differ at /srv/secret" });
    const { text } = await world.call("GET", PATH);
    expect(await statusOf("backup_drill")).toBe("bad");
    expect(text).not.toContain("/srv/secret");
  });

  test("an open incident is shown with its severity", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run(
        `INSERT INTO status_incidents (started_at, ended_at, severity, checks, points, ok_points, first_ok_at)
           VALUES (?, NULL, 'bad', '["rpc"]', 3, 0, NULL)`,
        tx.now,
      ),
    );
    expect((await controls()).get("open_incidents")).toMatchObject({
      status: "bad",
      summary: `An incident has been open since ${new Date(world.clock.now()).toISOString()}.`,
    });
  });

  test("answers with validators", async () => {
    const lastModified = new Date(world.clock.now()).toUTCString();
    await expectValidators(world, PATH, {}, { lastModified, cacheControl: "public, max-age=60" });
  });
});

describe("authorities compared with announcements", () => {
  const withExpected = async (expected: Record<string, string>) => {
    world = await createWorld(expected);
    await runJobs(world, "mint_authorities");
    return controls();
  };

  test("an authority that is renounced without an announcement is unknown", async () => {
    const found = await withExpected({});
    for (const id of ["mint_authority", "freeze_authority"]) {
      const { status, summary } = found.get(id) ?? {};
      expect([id, status]).toEqual([id, summary?.startsWith("Nobody can") ? "unknown" : "warn"]);
    }
    expect(found.get("freeze_authority")?.summary).toBe(
      "Nobody can freeze accounts. Read; nothing was announced to compare with.",
    );
  });

  test("an authority other than the announced one is bad", async () => {
    const found = await withExpected({
      EXPECTED_MINT_AUTHORITY: "So11111111111111111111111111111111111111112",
      EXPECTED_FREEZE_AUTHORITY: "So11111111111111111111111111111111111111112",
    });
    expect([found.get("mint_authority")?.status, found.get("freeze_authority")?.status]).toEqual([
      "bad",
      "bad",
    ]);
    const { json } = await world.call("GET", PATH);
    expect(json.overall).toBe("bad");
  });
});

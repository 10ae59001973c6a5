import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../../../src/kit/clock.ts";
import { sha256Hex } from "../../../../src/kit/crypto/seal.ts";
import { canonicalJson } from "../../../../src/kit/formats/canonical-json.ts";
import { logRuns } from "../../../../src/modules/transparency/audits/runs/log-runs.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import {
  ACTOR,
  auditYesterday,
  listFinishedRuns,
  readChain,
  requireLatestRun,
  requireTokenId,
} from "./fixture.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

describe("the demo chain", () => {
  test("a first start completely audits the last five days and finds anomalies of at least six types", async () => {
    await readChain(world);
    expect(await runJob(world, "audit_run")).toMatch(
      /^2026-11-16: \d+ anomalies; .*; 2026-11-20: 17 anomalies$/,
    );
    const days = ["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16"];
    expect(listFinishedRuns(world).map(({ label, isComplete }) => [label, isComplete])).toEqual(
      days.map((day) => [day, true]),
    );
    const { run, rows } = requireLatestRun(world);
    expect(run).toMatchObject({
      run: "20261121T100004Z",
      label: "2026-11-20",
      isDaily: true,
      isComplete: true,
      overall: "warn",
      rowsTotal: rows.length,
    });
    expect(Object.keys(run.typeCounts)).toEqual([
      "dust_storm",
      "failed_burst",
      "large_transfer",
      "missing_block_time",
      "rapid_sequence",
      "self_transfer_loop",
      "treasury_outflow",
    ]);
    expect(run.coverage).toMatchObject({
      unexplained_accounts: 0,
      accounts_with_gaps: 0,
      holder_days_missing: 1,
    });
  });

  test("movements explain every holder scan: nothing is unexplained, no balance breaks", async () => {
    await readChain(world);
    await runJob(world, "audit_run");
    for (let hour = 0; hour < 26; hour++) {
      world.clock.advance(HOUR_MS);
      await runJob(world, "holder_cache");
      await runJob(world, "transaction_sync");
    }
    await runJob(world, "audit_run");
    const { run } = requireLatestRun(world);
    expect(run.label).toBe("2026-11-21");
    expect(run.coverage).toMatchObject({
      unexplained_accounts: 0,
      unexplained_abs: "0",
      holder_days_missing: 0,
    });
    expect(run.coverage.watched_accounts).toBeGreaterThan(90);
    expect(run.typeCounts.balance_break).toBeUndefined();
  }, 120_000);
});

describe("the rows of a run", () => {
  test("are ordered by slot, signature, type and wallet; ids and rows_sha256 are derived from them", async () => {
    await readChain(world);
    await auditYesterday(world);
    const { run, rows } = requireLatestRun(world);
    const keys = rows.map(({ slot, signature, anomaly_type, wallet }) => [
      slot,
      signature ?? "",
      anomaly_type,
      wallet ?? "",
    ]);
    expect(keys).toEqual(
      keys.toSorted((a, b) => {
        const index = a.findIndex((each, place) => each !== b[place]);
        return index === -1 ? 0 : (a[index] ?? 0) < (b[index] ?? 0) ? -1 : 1;
      }),
    );
    const hash = createHash("sha256");
    for (const row of rows) {
      const { row_id, ...rest } = row;
      expect(row_id).toBe(sha256Hex(canonicalJson(rest)).slice(0, 16));
      hash.update(`${canonicalJson(row)}\n`);
    }
    expect(run.rowsSha256).toBe(hash.digest("hex"));
  });

  test("are the same if the window is audited again, in a new run", async () => {
    await readChain(world);
    await auditYesterday(world);
    const { run: first } = requireLatestRun(world);
    const window = { from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z" };
    const second = await world.services.audits.run(
      {
        from: Date.parse(window.from),
        to: Date.parse(window.to),
      },
      ACTOR,
    );
    expect(second?.run).toBe("20261121T100001Z");
    expect(second?.rowsSha256).toBe(first.rowsSha256);
    expect(second?.isDaily).toBe(true);
  });

  test("a run that a stop aborts is not logged as a failure", async () => {
    await readChain(world);
    const { audits } = world.services;
    const run = audits.run({ from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) }, ACTOR);
    audits.stop();
    await expect(run).rejects.toThrow("the process is stopping");
    expect(audits.isRunning).toBe(false);
    expect(world.logged.join("\n")).not.toContain("an audit run failed");
  });
});

describe("the job audit_run", () => {
  test("audits each day once, from 01:10 on", async () => {
    await readChain(world);
    await auditYesterday(world);
    expect(await runJob(world, "audit_run")).toBe("every day of the last week has a complete run");
    world.clock.advance(15 * HOUR_MS);
    await runJob(world, "transaction_sync");
    // 01:00 UTC: too early.
    expect(await runJob(world, "audit_run")).toBe("every day of the last week has a complete run");
    world.clock.advance(600_000);
    expect(await runJob(world, "audit_run")).toStartWith("2026-11-21: ");
    expect(listFinishedRuns(world).map(({ label }) => label)).toEqual(["2026-11-21", "2026-11-20"]);
  });

  test("repeats an incomplete day as a new run until the sync covers it, for at most a week", async () => {
    await readChain(world);
    world.clock.advance(DAY_MS);
    // The sync has not continued since then, so the previous day is not covered.
    expect((await auditYesterday(world)).isComplete).toBe(false);
    world.clock.advance(HOUR_MS);
    expect(await runJob(world, "audit_run")).toEndWith(", incomplete");
    expect(listFinishedRuns(world).map(({ overall }) => overall)).toEqual(["other", "other"]);
    expect(listFinishedRuns(world).every(({ log }) => log === null)).toBe(true);
    await runJob(world, "transaction_sync");
    expect(await runJob(world, "audit_run")).not.toContain("incomplete");
    expect(listFinishedRuns(world)[0]).toMatchObject({ isComplete: true, overall: "warn" });
    expect(await runJob(world, "audit_run")).toBe("every day of the last week has a complete run");
  });

  test("without a supply nothing is audited, and the result states why", async () => {
    expect(await runJob(world, "audit_run")).toBe("the chain has not been read yet");
  });
});

describe("the signed log", () => {
  test("holds each complete run with its published figures", async () => {
    await readChain(world);
    await auditYesterday(world);
    const { run } = requireLatestRun(world);
    const entries = await world.call("GET", `/log/proof/${run.log?.index}`);
    expect(entries.status).toBe(200);
    const { signedLog } = world.services;
    const found = signedLog.db.read.get<{ entry: string }>(
      "SELECT entry FROM log_entries WHERE kind = 'audit_run'",
    );
    const { url } = JSON.parse(found?.entry ?? "{}") as { url: string };
    const logged = (await world.call("GET", url)).json;
    expect(logged).toEqual({
      run: run.run,
      window: { from: "2026-11-20T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" },
      policy_version: run.policyVersion,
      rows_total: 17,
      severity_counts: { info: 5, warn: 12, bad: 0 },
      coverage: run.coverage,
      rows_sha256: run.rowsSha256,
    });
  });

  test("holds a run once, even if its index was not stored at first", async () => {
    await readChain(world);
    await auditYesterday(world);
    const { run } = requireLatestRun(world);
    const { live, signedLog } = world.services;
    await live.writer.run((tx) => tx.run("UPDATE audit_runs SET log_id = NULL, log_index = NULL"));
    await logRuns(world.services, requireTokenId(world));
    expect(requireLatestRun(world).run.log).toEqual(run.log);
    const entries = signedLog.db.read.all("SELECT 1 FROM log_entries WHERE kind = 'audit_run'");
    expect(entries).toHaveLength(1);
  });
});

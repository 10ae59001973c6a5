import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { findTokenId } from "../../../../src/modules/token/figures/index.ts";
import { eachRow, findLatestComplete } from "../../../../src/modules/transparency/audits/runs/index.ts";
import { runJob, runJobs } from "../../../harness/jobs.ts";
import { createWorld, type World } from "../../../harness/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const latest = () => {
  const { live, token } = world.services;
  const tokenId = findTokenId(live.read, token?.source ?? "");
  const run = findLatestComplete(live.read, tokenId ?? 0);
  if (run === null) throw new Error("no run");
  return { run, rows: [...eachRow(live.read, run.run)] };
};

describe("the demo chain", () => {
  test("a first start audits the day before, complete, with anomalies of at least six types", async () => {
    await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "transaction_sync");
    const said = await runJob(world, "audit_run");
    const { run, rows } = latest();
    console.log(
      said,
      run,
      rows
        .map(
          (r) =>
            `${r.block_time} ${r.anomaly_type} ${r.severity} ${r.wallet} ${r.delta} ${JSON.stringify(r.details)}`,
        )
        .join("\n"),
    );
    expect(run.isComplete).toBe(true);
    expect(Object.keys(run.typeCounts).length).toBeGreaterThanOrEqual(6);
  });
});

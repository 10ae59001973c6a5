import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { canonicalJson } from "../../../../src/kit/formats/canonical-json.ts";
import { restartLog } from "../../../../src/modules/transparency/signed-log/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Verification of a real run with nothing but its public documents. */

const PATH = "/transparency/audit-anomalies";

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await runJobs(
    world,
    "mint_authorities",
    "public_stats",
    "holder_cache",
    "transaction_sync",
    "audit_run",
    "proofs",
  );
});
afterEach(() => world.close());

const get = async (target: string) => (await world.call("GET", target)).json;

describe("a run of the demo chain", () => {
  test("exports the hashed and logged rows", async () => {
    const [run] = (await get(`${PATH}/runs.json`)).runs;
    const { rows } = await get(`${PATH}/export.json`);
    expect([run.is_complete, rows.length]).toEqual([true, run.rows_total]);
    expect(rows.length).toBeGreaterThan(5);
    const hash = createHash("sha256");
    for (const { run: _, ...row } of rows) hash.update(`${canonicalJson(row)}\n`);
    expect(hash.digest("hex")).toBe(run.rows_sha256);

    expect((await world.call("GET", run.log.url)).status).toBe(200);
    const { text: page } = await world.call("GET", `${PATH}/runs/${run.run}`, {
      headers: { accept: "text/html" },
    });
    const object = /href="(\/log\/objects\/[0-9a-f]{64})"/.exec(page)?.[1] ?? "";
    const logged = await world.call("GET", object);
    expect(logged.json).toMatchObject({ run: run.run, window: run.window, rows_sha256: run.rows_sha256 });
    expect(object).toEndWith(createHash("sha256").update(logged.bytes).digest("hex"));
  });

  test("names the checkpoint of the log that holds it, also after a restart", async () => {
    await restartLog(world.services.signedLog, null);
    world.clock.advance(DAY_MS);
    await runJobs(world, "holder_cache", "transaction_sync", "audit_run");
    const checkpointOf = async ({ run }: { run: string }) => {
      const headers = { accept: "text/html" };
      const { text } = await world.call("GET", `${PATH}/runs/${run}`, { headers });
      return /href="([^"]+)">checkpoint</.exec(text)?.[1];
    };
    const [newer, older] = (await get(`${PATH}/runs.json`)).runs;
    expect(newer.log.url).toStartWith("/log/2/proof/");
    expect(await checkpointOf(newer)).toBe("/log/2/checkpoint");
    expect(await checkpointOf(older)).toBe("/log/checkpoint");
  });

  test("its rows are in the published order and match its counts", async () => {
    const summary = await get(`${PATH}/summary.json?include_top_anomalies=1&top_limit=50`);
    const { rows } = await get(`${PATH}/export.json`);
    const keys = rows.map((row: Record<string, string | number | null>) => [
      String(row.slot).padStart(12, "0"),
      row.signature ?? "",
      row.anomaly_type,
      row.wallet ?? "",
    ]);
    expect(keys).toEqual(keys.toSorted((a: string[], b: string[]) => (a.join(" ") < b.join(" ") ? -1 : 1)));
    const types = Map.groupBy(rows, (row: { anomaly_type: string }) => row.anomaly_type);
    expect(summary.type_counts).toEqual(
      Object.fromEntries([...types].map(([type, found]) => [type, found.length])),
    );
    expect(Object.keys(summary.type_counts).length).toBeGreaterThanOrEqual(6);
    const signatures = new Set(rows.flatMap((row: { signature: string | null }) => row.signature ?? []));
    expect([summary.rows_total, summary.signatures_with_anomalies]).toEqual([rows.length, signatures.size]);
    expect(summary.top_anomalies).toHaveLength(Math.min(50, signatures.size));
  });

  test("the trust dashboard points to its log entry", async () => {
    const { controls } = await get("/transparency/trust-dashboard.json");
    const control = controls.find(({ id }: { id: string }) => id === "audit_run");
    const [run] = (await get(`${PATH}/runs.json`)).runs;
    expect(control.log).toEqual(run.log);
  });
});

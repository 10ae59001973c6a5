import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { salute, scratch } from "../harness/processes/commands.ts";

let dir: ReturnType<typeof scratch>;
beforeEach(async () => {
  dir = scratch();
  await salute(["migrate", "--data", dir.path]);
});
afterEach(() => dir.remove());

const audits = (...args: string[]) => salute(["audits", ...args, "--data", dir.path]);
async function readChain(): Promise<void> {
  for (const job of ["mint_authorities", "public_stats", "holder_cache", "transaction_sync"])
    await salute(["jobs", "run", job, "--data", dir.path]);
}

function firstRowOf(run: string): string {
  const file = new Database(join(dir.path, "live.db"), { readonly: true });
  try {
    const text = "SELECT row_id FROM audit_rows WHERE run = ? AND position = 0";
    return file.query<{ row_id: string }, string>(text).get(run)?.row_id ?? "";
  } finally {
    file.close();
  }
}

describe("salute audits", () => {
  test("run audits the previous day and prints the result; list shows it; pin makes it the baseline", async () => {
    await readChain();
    const made = await audits("run", "--json");
    expect([made.code, made.json.is_complete]).toEqual([0, true]);
    expect((await audits("list", "--json")).json).toEqual([made.json]);
    expect(
      (await audits("run", "--from", "2026-11-03T00:00:00Z", "--to", "2026-11-04T00:00:00Z")).out,
    ).toMatch(/^\d{8}T\d{6}Z: 2026-11-03, \d+ anomalies \(\d+ bad, \d+ warn\), complete\n$/);
    expect((await audits("pin", made.json.run)).out).toBe(`${made.json.run} is the baseline\n`);
    expect((await audits("pin", made.json.run, "--json")).json).toEqual({ run: made.json.run });
    expect((await audits("pin", "none")).out).toBe("no run is pinned\n");
    expect((await audits("pin", "none", "--json")).json).toEqual({ run: null });
    expect((await audits("pin", "20200101T000000Z")).code).toBe(1);
  }, 30_000);

  test("the job has both names of the contract", async () => {
    for (const name of ["audits", "audit_run"]) {
      const { code, out } = await salute(["jobs", "run", name, "--data", dir.path]);
      expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^${name}: ok: `))]);
    }
    expect((await salute(["jobs", "run", "audit", "--data", dir.path])).code).toBe(2);
  });

  test("an incomplete window, an invalid time and unknown statuses are wrong usage", async () => {
    expect((await audits("run", "--from", "2026-11-20T00:00:00Z")).code).toBe(2);
    expect((await audits("run", "--from", "yesterday", "--to", "today")).code).toBe(2);
    const noDay = await audits("run", "--from", "2026-02-30T00:00:00Z", "--to", "2026-03-03T00:00:00Z");
    expect([noDay.code, noDay.err]).toEqual([2, expect.stringContaining("--from is a time with an offset")]);
    expect((await audits("triage", "--row", "0000000000000000", "--status", "closed")).code).toBe(2);
    expect((await audits("thresholds", "--set", "audit.dust_pct", "--value", "much")).code).toBe(2);
    expect((await audits("pin")).code).toBe(2);
  });

  test("before the chain has been read, run prints what to do", async () => {
    const { code, err } = await audits("run");
    expect([code, err.includes("salute jobs run holder_cache")]).toEqual([1, true]);
    expect((await audits("list")).out).toContain("No runs yet");
  });

  test("thresholds lists them with their values, and changes one", async () => {
    const set = ["--set", "audit.loop_minutes", "--value", "90", "--owner", "risk", "--reason", "longer"];
    expect((await audits("thresholds", ...set)).out).toBe("audit.loop_minutes is 90\n");
    const { json } = await audits("thresholds", "--json");
    const found = json.find(({ parameter }: { parameter: string }) => parameter === "audit.loop_minutes");
    expect(found).toMatchObject({ value: 90, default: 60 });
    expect(
      (await audits("thresholds", "--set", "audit.loop_minutes", "--value", "0", ...set.slice(4))).code,
    ).toBe(2);
  });

  test("triage sets the status of a row, and lists statuses", async () => {
    await readChain();
    const { json: run } = await audits("run", "--json");
    expect((await audits("triage")).out).toContain("No anomaly has a statement");
    const row_id = firstRowOf(run.run);
    const said = ["--status", "explained", "--owner", "risk", "--eta", "2026-12-01T00:00:00Z"];
    expect((await audits("triage", "--row", row_id, ...said, "--note", "ours")).out).toBe(
      `${row_id} is explained\n`,
    );
    expect((await audits("triage", "--row", row_id, "--status", "open", "--json")).json).toMatchObject({
      row_id,
      signature: null,
      status: "open",
      owner: null,
    });
    expect((await audits("triage", "--json")).json).toMatchObject([{ row_id, status: "open" }]);
    expect((await audits("triage")).out).toContain(`${row_id}  open`);
    expect((await audits("triage", "--row", "0000000000000000", "--status", "open")).code).toBe(1);
  }, 30_000);
});

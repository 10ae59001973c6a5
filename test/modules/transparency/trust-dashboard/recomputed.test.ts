import { afterEach, beforeEach, expect, test } from "bun:test";
import { address } from "@solana/kit";
import { runJobs } from "../../../harness/app/jobs.ts";
import { readTokenAccount } from "../../../harness/chain/test-chain.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";

/** The trust dashboard held against what the chain and the other public documents say. */
let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

const HOUR_MS = 3_600_000;
const PROOFS = {
  freshness_token_mint_authorities: "token-mint-authorities",
  freshness_public_stats_cache: "public-stats-cache-freshness",
  freshness_holder_cache: "holder-cache-freshness",
  freshness_token_distribution: "token-distribution-freshness",
  freshness_holder_growth: "holder-growth-freshness",
  freshness_transaction_sync: "transaction-sync-freshness",
  freshness_token_snapshot_jobs_rollup: "token-snapshot-jobs-rollup",
};
const OF_FRESHNESS: Record<string, string> = { fresh: "ok", stale: "warn", missing: "unknown" };

const get = async (path: string) => (await at.world.call("GET", path)).json;

interface Control {
  id: string;
  status: string;
  summary: string;
  log: { index: number } | null;
}

/** Each control's status, log index and the words that its summary must contain, from other sources alone. */
async function expectations(): Promise<Record<string, [status: string, log: number | null, words: string]>> {
  const expected: Record<string, [string, number | null, string]> = {};
  for (const [id, slug] of Object.entries(PROOFS)) {
    const { freshness_status, trust_context } = await get(`/api/public/${slug}.json`);
    expected[id] = [
      OF_FRESHNESS[freshness_status] ?? "?",
      trust_context.log?.index ?? null,
      freshness_status,
    ];
  }
  const logOf = (id: string) => expected[id]?.[1] ?? null;
  const authorities = logOf("freshness_token_mint_authorities");
  // The chain's payer can mint, which nobody announced; nobody can freeze.
  expected.mint_authority = ["warn", authorities, `${at.chain.payer.address} can mint`];
  expected.freeze_authority = ["unknown", authorities, "Nobody can freeze"];
  expected.extensions = ["ok", authorities, "SPL Token program"];
  const { accounts, held } = countedOnChain();
  const words = `${accounts} accounts and withheld fees add up to the supply of ${held.toLocaleString("en-US")}.`;
  expected.holder_conservation = ["ok", logOf("freshness_holder_cache"), words];
  const { text: checkpoint } = await at.world.call("GET", "/log/checkpoint");
  expected.log_health = ["ok", null, `All ${checkpoint.split("\n")[1]} entries`];
  const { runs, selected_run } = await get("/transparency/audit-anomalies/runs.json");
  const run = runs.find((each: { run: string }) => each.run === selected_run);
  const { rows } = await get("/transparency/audit-anomalies/export.json");
  const of = (severity: string) =>
    rows.filter((each: { severity: string }) => each.severity === severity).length;
  const worst = of("bad") > 0 ? "bad" : of("warn") > 0 ? "warn" : "ok";
  const found = `${rows.length} anomalies (${of("bad")} bad, ${of("warn")} warn).`;
  expected.audit_run = [worst, run.log.index, found];
  const { incidents } = await get("/api/public/system-status/incidents");
  const [open] = incidents.filter((each: { ended_at: string | null }) => each.ended_at === null);
  expect(open).toBeUndefined();
  return expected;
}

/** Token accounts of the virtual machine and the whole tokens in them. */
function countedOnChain(): { accounts: number; held: bigint } {
  const { svm } = at.chain.view;
  const found = svm
    .getProgramAccounts(address(at.chain.program))
    .flatMap((account) => readTokenAccount(svm, account.address) ?? []);
  const units = found.reduce((sum, { amount }) => sum + amount, 0n);
  return { accounts: found.length, held: units / 10n ** BigInt(at.chain.decimals) };
}

async function expectDashboard(): Promise<Record<string, [string, number | null, string]>> {
  const expected = await expectations();
  const { controls, overall, counts } = await get("/transparency/trust-dashboard.json");
  const byId = new Map<string, Control>(controls.map((each: Control) => [each.id, each]));
  for (const [id, [status, log, words]] of Object.entries(expected)) {
    const control = byId.get(id);
    expect([id, control?.status, control?.log?.index ?? null]).toEqual([id, status, log]);
    expect(control?.summary).toContain(words);
  }
  const statuses = controls.map(({ status }: Control) => status);
  const known = ["bad", "warn", "ok", "unknown"].map((status) => [
    status,
    statuses.filter((each: string) => each === status).length,
  ]);
  expect(counts).toEqual(Object.fromEntries(known));
  expect(overall).toBe(["bad", "warn", "ok"].find((status) => statuses.includes(status)));
  return expected;
}

test("every figure of the trust dashboard is what the chain and the other documents say, fresh and a day later", async () => {
  await runJobs(at.world, "mint_authorities", "public_stats", "holder_cache", "transaction_sync");
  await at.chain.transfer(at.reserve, at.zoe.address, 30_000_000_000n);
  at.world.clock.advance(24 * HOUR_MS);
  await runJobs(at.world, "mint_authorities", "public_stats", "holder_cache", "transaction_sync");
  await runJobs(at.world, "token_distribution", "holder_growth", "audit_run", "rollup");
  await runJobs(at.world, "status_snapshot", "proofs");
  const fresh = await expectDashboard();
  expect(fresh.audit_run?.[0]).toBe("bad");
  at.world.clock.advance(24 * HOUR_MS);
  const stale = await expectDashboard();
  expect(stale.freshness_holder_cache?.[0]).toBe("warn");
  expect(stale.freshness_holder_growth?.[0]).toBe("ok");
});

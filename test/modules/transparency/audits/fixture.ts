import type { Actor } from "../../../../src/http/operation.ts";
import { DAY_MS, isoUtcOrNull } from "../../../../src/kit/clock.ts";
import { findTokenId } from "../../../../src/modules/token/figures/index.ts";
import {
  type Anomaly,
  type AuditRun,
  findLatestComplete,
  listRuns,
} from "../../../../src/modules/transparency/audits/runs/index.ts";
import { toRowFilters } from "../../../../src/modules/transparency/public-audits/rows/filters.ts";
import { listSpan } from "../../../../src/modules/transparency/public-audits/rows/store.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Reads the chain like a first start. */
/** Who asks for runs. */
export const ACTOR: Actor = { kind: "operator", name: "ops", role: "operator", session: null };

export async function readChain(world: World): Promise<void> {
  await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "transaction_sync");
}

/** Audits the day before only, unlike the job at a first start. */
export async function auditYesterday(world: World): Promise<AuditRun> {
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  const run = await world.services.audits.run({ from: today - DAY_MS, to: today }, ACTOR);
  if (run === null) throw new Error("the run takes too long");
  return run;
}

let audited: Promise<{ dataDir: string; at: number }> | null = null;

/** A world on the demo chain with one audited day, which is audited once per process and copied. */
export async function auditedWorld(): Promise<World> {
  audited ??= auditDemoChain();
  return createWorld({}, { copyOf: await audited });
}

async function auditDemoChain(): Promise<{ dataDir: string; at: number }> {
  const world = await createWorld();
  await readChain(world);
  await auditYesterday(world);
  await world.services.close();
  return { dataDir: world.dataDir, at: world.clock.now() };
}

export function requireTokenId({ services: { live, token } }: World): number {
  const id = findTokenId(live.read, token?.source ?? "");
  if (id === null) throw new Error("the chain was not read");
  return id;
}

/** Finished runs, newest first. */
export function listFinishedRuns(world: World): AuditRun[] {
  return listRuns(world.services.live.read, requireTokenId(world), { limit: 200 });
}

export function requireLatestRun(world: World): { run: AuditRun; rows: Anomaly[] } {
  const run = findLatestComplete(world.services.live.read, requireTokenId(world));
  if (run === null) throw new Error("no run is complete");
  return { run, rows: listRunRows(world, run.run) };
}

export function listRunRows({ services: { live } }: World, run: string): Anomaly[] {
  const everything = { run, from: 0, to: Number.MAX_SAFE_INTEGER };
  return listSpan(live.read, everything, toRowFilters({})).map(
    ({ run: _, position: __, block_time, details, ...row }) => ({
      ...row,
      block_time: isoUtcOrNull(block_time),
      details: JSON.parse(details),
    }),
  );
}

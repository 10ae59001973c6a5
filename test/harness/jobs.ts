import { JOBS } from "../../src/jobs/index.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import type { World } from "./world.ts";

/** Runs jobs one after another, as `jobs run` does. @throws where one does not end well. */
export async function runJobs(world: World, ...names: string[]): Promise<void> {
  const runner = new JobRunner(world.services);
  for (const name of names) {
    const job = JOBS.find((each) => each.name === name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    const { status, detail } = await runner.run(job, "test");
    if (status !== "ok") throw new Error(`${name}: ${status}: ${detail}`);
  }
}

/** The jobs that make the figures of the proofs, in an order in which each finds what it stands on. */
export const PROOF_JOBS = [
  "mint-authorities",
  "public-stats",
  "holder-cache",
  "token-distribution",
  "holder-growth",
  "transaction-sync",
  "rollup",
];

import { JOBS } from "../../src/compose/modules.ts";
import type { Services } from "../../src/compose/services.ts";
import type { Job } from "../../src/modules/platform/jobs/index.ts";
import type { World } from "./world.ts";

/** Does the work of a job of the build, as its runner would: says what was done, or throws why it failed. */
export async function runJob(world: World, name: string): Promise<string> {
  return jobNamed(name).run(world.services, new AbortController().signal);
}

/** A job of the build. */
export function jobNamed(name: string): Job<Services> {
  const job = JOBS.find((each) => each.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  return job;
}

/** The job that deletes what is past its time. */
export const retention = jobNamed("retention");

/** The same of several, one after another. */
export async function runJobs(world: World, ...names: string[]): Promise<void> {
  for (const name of names) await runJob(world, name);
}

/** The jobs that make the figures of the proofs, in an order in which each finds what it stands on. */
export const PROOF_JOBS = [
  "mint_authorities",
  "public_stats",
  "holder_cache",
  "token_distribution",
  "holder_growth",
  "transaction_sync",
  "rollup",
];

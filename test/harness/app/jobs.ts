import { JOBS } from "../../../src/compose/modules.ts";
import type { Services } from "../../../src/compose/services.ts";
import type { Job } from "../../../src/modules/platform/jobs/index.ts";
import type { World } from "./world.ts";

/** Runs a job like the runner does. @returns its result message @throws its error */
export async function runJob(world: World, name: string): Promise<string> {
  return jobNamed(name).run(world.services, new AbortController().signal);
}

export function jobNamed(name: string): Job<Services> {
  const job = JOBS.find((each) => each.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  return job;
}

export const retention = jobNamed("retention");

/** Runs several jobs in order. */
export async function runJobs(world: World, ...names: string[]): Promise<void> {
  for (const name of names) await runJob(world, name);
}

/** Jobs that produce the figures of the proofs, in order of their dependencies. */
export const PROOF_JOBS = [
  "mint_authorities",
  "public_stats",
  "holder_cache",
  "token_distribution",
  "holder_growth",
  "transaction_sync",
  "solvency",
  "rollup",
];

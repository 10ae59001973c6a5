import { JOBS } from "../../src/jobs/index.ts";
import type { World } from "./world.ts";

/** Does the work of a job of the build, as its runner would: says what was done, or throws why it failed. */
export async function runJob(world: World, name: string): Promise<string> {
  const job = JOBS.find((each) => each.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  return job.run(world.services, new AbortController().signal);
}

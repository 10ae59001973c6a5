import { basename } from "node:path";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type RetentionParts, stateFiles } from "../../platform/retention/index.ts";
import { type Shrunk, shrinkFile } from "./shrink-file.ts";

/** The nightly job after the retention. */
export const shrinkJob: Job<RetentionParts> = {
  name: "shrink",
  schedule: "51 3 * * *",
  timeoutMs: 20 * MINUTE_MS,
  waitsForSchedule: true,
  description:
    "Gives free pages of the databases back to the disk, in small portions, once a quarter of a file is free",
  async run(parts, signal) {
    const done: string[] = [];
    for await (const file of stateFiles(parts)) {
      const shrunk = await shrinkFile(file, signal);
      if (shrunk.pages > 0) done.push(describe(basename(file.path), shrunk));
    }
    return done.length === 0 ? "no file has a quarter of free pages" : done.join("; ");
  },
};

function describe(name: string, { pages, bytes, longestMs }: Shrunk): string {
  return `${name}: ${pages} pages given back (${(bytes / 2 ** 20).toFixed(1)} MiB), longest portion ${longestMs.toFixed(1)} ms`;
}

import { answerRequests } from "../../../../kit/process/thread-work.ts";
import { writeArchive } from "./archive.ts";
import { hashFile } from "./hash-file.ts";
import type { Packed, PackRequest } from "./pack-in-thread.ts";

/** The thread that packs the copies while they are proved. A separate entry point, which the build names beside main.ts. */

answerRequests(
  async ({ entries, target, key }: PackRequest): Promise<Packed> => ({
    databases: await writeArchive(entries, target, key),
    ...(await hashFile(target)),
  }),
);

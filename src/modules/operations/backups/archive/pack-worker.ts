import { answerRequests } from "../../../../kit/process/thread-work.ts";
import type { PackRequest } from "./pack-in-thread.ts";
import { writeArchive } from "./write-archive.ts";

/** The thread that packs the copies while they are proved. A separate entry point, which the build names beside main.ts. */

answerRequests(({ entries, target, key }: PackRequest) => writeArchive(entries, target, key));

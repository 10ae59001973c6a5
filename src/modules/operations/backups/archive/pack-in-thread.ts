import { SECOND_MS } from "../../../../kit/clock.ts";
import { entryPoint } from "../../../../kit/process/entry-point.ts";
import { Thread } from "../../../../kit/process/thread.ts";
import type { Entry, Packed } from "./archive.ts";

/** The arguments of `writeArchive`. */
export interface PackRequest {
  entries: readonly Entry[];
  target: string;
  key: string | null;
}

const WORKER_URL = entryPoint("modules/operations/backups/archive/pack-worker.ts");

/** Writes an archive in a thread, since proofs hold the caller's. @throws Error if it cannot be written */
export async function packInThread(request: PackRequest): Promise<Packed> {
  const thread = new Thread<PackRequest, Packed>({
    url: WORKER_URL,
    name: "packing",
    idleMs: 10 * SECOND_MS,
  });
  try {
    return await thread.ask(request);
  } finally {
    await thread.end();
  }
}

import type { Clock } from "../../../kit/clock.ts";
import { parseSandboxId, readState, type SandboxFiles } from "../../sandbox/files/index.ts";

export interface SandboxFacts {
  /** Null for the partner's own, which has no name. */
  name: string | null;
  state: string | null;
  /** The sandbox clock, in Unix milliseconds. */
  time: number;
  /** Real time of the last reset, in Unix milliseconds. */
  resetAt: number;
}

/** A partner's sandboxes that exist, the own one first. */
export function readSandboxes(files: SandboxFiles, clock: Clock, partner: string): SandboxFacts[] {
  const ids = files.ids().filter((id) => parseSandboxId(id).partner === partner);
  return ids
    .map((id) => {
      const database = files.take(id);
      try {
        return {
          name: parseSandboxId(id).name,
          state: readState(database.read),
          time: database.now(clock.now()),
          resetAt: files.readSeed(id).at,
        };
      } finally {
        files.letGo(database);
      }
    })
    .sort((a, b) => (a.name ?? "").localeCompare(b.name ?? ""));
}

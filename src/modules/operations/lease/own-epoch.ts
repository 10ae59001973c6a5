import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { replicaLocation } from "./rules.ts";

/** The epoch that a data directory leads, as recorded by `promote`. */
export interface OwnEpoch {
  epoch: number;
  /** As in the claim; empty for epoch 0, which is never claimed. */
  holder: string;
  /** URL of the replica without its options; the epoch is valid for this replica only. */
  replica: string;
}

/** File of the epoch in a data directory. */
export const OWN_EPOCH_FILE = "epoch.json";

/** Epoch of a directory; 0 if it was never promoted, or for another replica. @throws if the file is unreadable */
export function readOwnEpoch(dataDir: string, replica: string): OwnEpoch {
  const none: OwnEpoch = { epoch: 0, holder: "", replica: replicaLocation(replica) };
  const path = join(dataDir, OWN_EPOCH_FILE);
  if (!existsSync(path)) return none;
  const own = JSON.parse(readFileSync(path, "utf8")) as OwnEpoch;
  return own.replica === none.replica ? own : none;
}

export function writeOwnEpoch(dataDir: string, own: OwnEpoch): void {
  replacePrivateFile(join(dataDir, OWN_EPOCH_FILE), `${JSON.stringify(own)}\n`);
}

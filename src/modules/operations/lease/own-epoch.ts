import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { placeOf } from "./rules.ts";

/** The epoch that a data directory leads, as `promote` wrote it down. */
export interface OwnEpoch {
  epoch: number;
  /** As in the claim; empty in epoch 0, which nobody claims. */
  holder: string;
  /** Address of the replica without its options: elsewhere the epoch means nothing. */
  replica: string;
}

const FILE = "epoch.json";

/** Epoch 0 where the directory was never promoted, or for another replica. @throws where the file cannot be read */
export function readOwnEpoch(dataDir: string, replica: string): OwnEpoch {
  const none: OwnEpoch = { epoch: 0, holder: "", replica: placeOf(replica) };
  const path = join(dataDir, FILE);
  if (!existsSync(path)) return none;
  const own = JSON.parse(readFileSync(path, "utf8")) as OwnEpoch;
  return own.replica === none.replica ? own : none;
}

export function writeOwnEpoch(dataDir: string, own: OwnEpoch): void {
  replacePrivateFile(join(dataDir, FILE), `${JSON.stringify(own)}\n`);
}

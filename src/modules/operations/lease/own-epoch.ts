import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { replicaLocation } from "./rules.ts";

/** The epoch that a data directory leads, as recorded by its claim. */
const OwnEpoch = Type.Object({
  epoch: Type.Number(),
  /** As in the claim; empty if the store supports no lease. */
  holder: Type.String(),
  /** As in the claim; absent where an older release recorded it. */
  installation: Type.Optional(Type.String()),
  /** URL of the replica without its options; the epoch is valid for this replica only. */
  replica: Type.String(),
  /** Present until the store has the claim. */
  pending: Type.Optional(Type.Literal(true)),
  /** The notification to operators after a promotion; present until the epoch's own replica has begun. */
  announces: Type.Optional(Type.String()),
});
export type OwnEpoch = Static<typeof OwnEpoch>;

/** File of the epoch in a data directory. */
export const OWN_EPOCH_FILE = "epoch.json";
const OWN_EPOCH = checkedJson(OWN_EPOCH_FILE, OwnEpoch);

/** The recorded epoch, of any replica; null without one. @throws if the file is unreadable */
export function readRecordedEpoch(dataDir: string): OwnEpoch | null {
  const path = join(dataDir, OWN_EPOCH_FILE);
  return existsSync(path) ? OWN_EPOCH.read(readFileSync(path, "utf8")) : null;
}

/** Epoch of a directory; 0, of nobody, if it never claimed this replica. @throws if the file is unreadable */
export function readOwnEpoch(dataDir: string, url: string): OwnEpoch {
  const replica = replicaLocation(url);
  const own = readRecordedEpoch(dataDir);
  return own?.replica === replica ? own : { epoch: 0, holder: "", replica };
}

/** Null removes the record. */
export function writeOwnEpoch(dataDir: string, own: OwnEpoch | null): void {
  const path = join(dataDir, OWN_EPOCH_FILE);
  if (own === null) rmSync(path, { force: true });
  else replacePrivateFile(path, `${JSON.stringify(own)}\n`);
}

import { readFileSync } from "node:fs";
import type { Database } from "../../../db/database.ts";
import { isShortOfDescriptors } from "../../../kit/network/descriptor-count.ts";
import { type Checkpoint, NoteError, openCheckpoint, parseCheckpoint } from "./note.ts";

/** The log of an installation and its signer. */
export interface SignedLog extends Signer {
  /** log.db */
  db: Database;
  /** Records the log's uid in live.db. */
  remember: (uid: string) => Promise<unknown>;
  /** Writes a note to the replica before it is published; an error delays publication. Null without a replica. */
  replicateNote: ((note: SignedNote) => Promise<void>) | null;
}

/** A signed note of one log. */
export interface SignedNote {
  logId: number;
  size: number;
  note: string;
}

export interface Signer {
  /** Path of the kept note: the last signed note, stored beside the database for the rollback guard. */
  keptPath: string;
  /** Seed in log.key; null if it is missing or unusable. */
  seed: Uint8Array | null;
  /** Why log.key is unusable; null if it is usable or missing. */
  keyFault: string | null;
  /** Host and path of the first log, without scheme; null in production without PUBLIC_BASE_URL. */
  origin: string | null;
  isProduction: boolean;
  /**
   * Uid of the first log of this installation as recorded in live.db; null if none is. It reveals that log.db was lost
   * and created anew.
   */
  rememberedUid: () => string | null;
}

export const UID_BYTES = 8;

/** Host in the origin of a demo log; reserved by RFC 2606, so it never exists. */
export const DEMO_HOST = "demo.invalid";

/** The first log's origin, derived from the public address; null in production without one. */
export function deriveOrigin(publicBaseUrl: string | null, isProduction: boolean): string | null {
  if (publicBaseUrl !== null) return `${new URL(publicBaseUrl).host}/log`;
  return isProduction ? null : `${DEMO_HOST}/log`;
}

/** Path prefix of a log: /log for the first, /log/2 for the log opened by the first restart. */
export function pathOfLog(id: number): string {
  return id === 1 ? "/log" : `/log/${id}`;
}

/**
 * The kept note; null if there is none. @throws NoteError if it is unreadable or its signature is wrong; the system's
 * error while no descriptor is free
 */
export function readKept(path: string, vkey: string | null): (Checkpoint & { note: string }) | null {
  let note: string;
  try {
    note = readFileSync(path, "utf8");
  } catch (error) {
    if (isShortOfDescriptors(error)) throw error;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new NoteError(`it cannot be read: ${(error as Error).message}`);
  }
  const checkpoint = parseCheckpoint(note);
  if (vkey?.startsWith(`${checkpoint.origin}+`)) openCheckpoint(note, vkey);
  return { ...checkpoint, note };
}

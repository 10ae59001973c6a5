import { readFileSync } from "node:fs";
import type { Database } from "../../../db/database.ts";
import { type Checkpoint, NoteError, openCheckpoint, parseCheckpoint } from "./note.ts";

/** The log of an installation: where it is, and what may sign it. */
export interface SignedLog extends Signer {
  /** log.db */
  db: Database;
  /** Makes live.db remember this uid. */
  remember: (uid: string) => Promise<unknown>;
  /** Keeps a note in the replica, before it is published; null where there is none. What it throws holds the note back. */
  keepElsewhere: ((note: SignedNote) => Promise<void>) | null;
}

/** A note of one log of the installation, at one size. */
export interface SignedNote {
  logId: number;
  size: number;
  note: string;
}

export interface Signer {
  /** The note that was signed last, kept beside the database: what the guard against going back goes by. */
  keptPath: string;
  /** The seed of log.key; null where there is none, or `keyFault` says what is wrong with it. */
  seed: Uint8Array | null;
  keyFault: string | null;
  /** Host and path of the first log, without scheme; null in production where PUBLIC_BASE_URL is not set. */
  origin: string | null;
  isProduction: boolean;
  /**
   * The uid of the first log that was ever begun here, as live.db remembers it; null where it remembers none. log.db
   * alone could not tell that it was lost and begun anew.
   */
  rememberedUid: () => string | null;
}

export const UID_BYTES = 8;

/** Where a log of the demo stands: a host that can never be (RFC 2606). */
export const DEMO_HOST = "demo.invalid";

/** The origin that follows from the public address; null where production has none. */
export function originOf(publicBaseUrl: string | null, isProduction: boolean): string | null {
  if (publicBaseUrl !== null) return `${new URL(publicBaseUrl).host}/log`;
  return isProduction ? null : `${DEMO_HOST}/log`;
}

/** The path that a log is served under: the first at /log, the one that a restart opened at /log/2. */
export function pathOfLog(id: number): string {
  return id === 1 ? "/log" : `/log/${id}`;
}

/** The kept note: null where there is none. @throws NoteError where it cannot be read as one. */
export function readKept(path: string, vkey: string | null): (Checkpoint & { note: string }) | null {
  let note: string;
  try {
    note = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new NoteError(`it cannot be read: ${(error as Error).message}`);
  }
  const checkpoint = parseCheckpoint(note);
  if (vkey?.startsWith(`${checkpoint.origin}+`)) openCheckpoint(note, vkey);
  return { ...checkpoint, note };
}

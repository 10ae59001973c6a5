import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../db/database.ts";
import { KeyFileError, readLogKey } from "../key-files/index.ts";
import { originOf, type SignedLog, type Signer } from "./signed-log.ts";
import { currentLog, insertLog } from "./store.ts";

export interface LogSettings {
  dataDir: string;
  keyPath: string;
  publicBaseUrl: string | null;
  isProduction: boolean;
}

/** The kept note of a data directory. */
export function keptNotePath(dataDir: string): string {
  return join(dataDir, "log.checkpoint");
}

/** The log of a data directory, begun where there is none; nothing is signed yet. */
export async function openSignedLog(db: Database, settings: LogSettings): Promise<SignedLog> {
  if (currentLog(db.read) === null) {
    await db.writer.run((tx) => {
      if (currentLog(tx) === null) insertLog(tx, 1, null, null);
    });
  }
  return { db, ...signerOf(settings) };
}

/** What may sign the log of a data directory; nothing is opened. */
export function signerOf({ dataDir, keyPath, publicBaseUrl, isProduction }: LogSettings): Signer {
  return {
    keptPath: keptNotePath(dataDir),
    ...readKey(keyPath),
    origin: originOf(publicBaseUrl, isProduction),
    isProduction,
  };
}

/** A log without its key stays readable: that is no reason to refuse the start (contract section 1). */
function readKey(path: string): Pick<Signer, "seed" | "keyFault"> {
  if (!existsSync(path)) return { seed: null, keyFault: null };
  try {
    return { seed: readLogKey(path), keyFault: null };
  } catch (error) {
    if (!(error instanceof KeyFileError) && !(error instanceof Error && "syscall" in error)) throw error;
    return { seed: null, keyFault: `log.key cannot be used: ${error.message}.` };
  }
}

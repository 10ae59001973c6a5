import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { randomHex } from "../../../kit/ids.ts";
import { KeyFileError, readLogKey } from "../../platform/key-files/index.ts";
import { deriveOrigin, type SignedLog, type Signer, UID_BYTES } from "./signed-log.ts";
import { currentLog, findLog, insertLog } from "./store.ts";

export interface LogSettings {
  dataDir: string;
  keyPath: string;
  publicBaseUrl: string | null;
  isProduction: boolean;
  rememberedUid: () => string | null;
}

/** Path of the kept note in a data directory. */
export function keptNotePath(dataDir: string): string {
  return join(dataDir, "log.checkpoint");
}

/**
 * Opens the log of a data directory and creates it if there is none. Signs nothing. The uid of the first log ever created
 * here is recorded in live.db.
 */
export async function openSignedLog(
  db: Database,
  settings: LogSettings,
  { remember, replicateNote }: Pick<SignedLog, "remember" | "replicateNote">,
): Promise<SignedLog> {
  if (currentLog(db.read) === null) {
    await db.writer.run((tx) => {
      if (currentLog(tx) === null)
        insertLog(tx, { id: 1, uid: randomHex(UID_BYTES, tx.random), origin: null, vkey: null });
    });
  }
  if (settings.rememberedUid() === null) await remember(readUid(db.read));
  return { db, remember, replicateNote, ...loadSigner(settings) };
}

/** The signer of a data directory's log. Opens no database. */
export function loadSigner({
  dataDir,
  keyPath,
  publicBaseUrl,
  isProduction,
  rememberedUid,
}: LogSettings): Signer {
  return {
    keptPath: keptNotePath(dataDir),
    ...readKey(keyPath),
    origin: deriveOrigin(publicBaseUrl, isProduction),
    isProduction,
    rememberedUid,
  };
}

/** Uid of the first log in log.db. */
export function readUid(sql: Sql): string {
  const first = findLog(sql, 1);
  if (first === null) throw new Error("log.db holds no log");
  return first.uid;
}

/** Reads log.key. A missing or broken key does not prevent the start: the log stays readable (contract section 1). */
function readKey(path: string): Pick<Signer, "seed" | "keyFault"> {
  if (!existsSync(path)) return { seed: null, keyFault: null };
  try {
    return { seed: readLogKey(path), keyFault: null };
  } catch (error) {
    if (!(error instanceof KeyFileError) && !(error instanceof Error && "syscall" in error)) throw error;
    return { seed: null, keyFault: `log.key cannot be used: ${error.message}.` };
  }
}

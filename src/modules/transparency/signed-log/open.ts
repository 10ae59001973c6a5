import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { randomHex } from "../../../kit/ids.ts";
import { KeyFileError, readLogKey } from "../../platform/key-files/index.ts";
import { originOf, type SignedLog, type Signer, UID_BYTES } from "./signed-log.ts";
import { currentLog, findLog, insertLog } from "./store.ts";

export interface LogSettings {
  dataDir: string;
  keyPath: string;
  publicBaseUrl: string | null;
  isProduction: boolean;
  rememberedUid: () => string | null;
}

/** The kept note of a data directory. */
export function keptNotePath(dataDir: string): string {
  return join(dataDir, "log.checkpoint");
}

/**
 * The log of a data directory, begun where there is none; nothing is signed yet. The first log that is ever begun
 * here is remembered.
 */
export async function openSignedLog(
  db: Database,
  settings: LogSettings,
  { remember, keepElsewhere }: Pick<SignedLog, "remember" | "keepElsewhere">,
): Promise<SignedLog> {
  if (currentLog(db.read) === null) {
    await db.writer.run((tx) => {
      if (currentLog(tx) === null) insertLog(tx, 1, randomHex(UID_BYTES, tx.random), null, null);
    });
  }
  if (settings.rememberedUid() === null) await remember(uidOf(db.read));
  return { db, remember, keepElsewhere, ...signerOf(settings) };
}

/** What may sign the log of a data directory; nothing is opened. */
export function signerOf({
  dataDir,
  keyPath,
  publicBaseUrl,
  isProduction,
  rememberedUid,
}: LogSettings): Signer {
  return {
    keptPath: keptNotePath(dataDir),
    ...readKey(keyPath),
    origin: originOf(publicBaseUrl, isProduction),
    isProduction,
    rememberedUid,
  };
}

/** The uid of the first log of a file. */
export function uidOf(sql: Sql): string {
  const first = findLog(sql, 1);
  if (first === null) throw new Error("log.db holds no log");
  return first.uid;
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

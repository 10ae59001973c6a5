import { join } from "node:path";
import { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { LOG_UID_SETTING, writeSetting } from "../../modules/platform/state/index.ts";
import { openSignedLog, type SignedLog } from "../../modules/transparency/signed-log/index.ts";
import type { Config } from "../config.ts";
import { logSettings } from "../key-paths.ts";
import { isReplicated } from "../replica.ts";

interface LogParts {
  clock: Clock;
  replicateNote: SignedLog["replicateNote"];
}

export async function openLog(
  config: Config,
  live: Database,
  { clock, replicateNote }: LogParts,
): Promise<SignedLog> {
  const { dataDir } = config;
  const db = Database.open(join(dataDir, "log.db"), clock, { isReplicated: isReplicated(config), dataDir });
  try {
    const remember = (uid: string) => live.writer.run((tx) => writeSetting(tx, LOG_UID_SETTING, uid));
    return await openSignedLog(db, logSettings(config, live.read), { remember, replicateNote });
  } catch (error) {
    await db.close();
    throw error;
  }
}

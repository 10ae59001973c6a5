import { readDatabase } from "../../../db/reader.ts";
import { isSqliteError } from "../../../db/sql.ts";
import { answerRequests } from "../../../kit/process/thread-work.ts";
import type { Finding } from "../../platform/invariants/index.ts";
import { integrity } from "./integrity.ts";
import type { IntegrityRequest } from "./integrity-threads.ts";

/**
 * The thread that checks the pages of files while the caller's checks their rows. A separate entry point, which the build
 * names beside main.ts.
 */

/** Each row is searched in every index: with 8 MB for pages half of the time goes into reading them again. */
const CACHE_KIB = 32_000;

answerRequests(({ path, full }: IntegrityRequest): Finding => {
  try {
    return readDatabase(path, (sql) => {
      sql.run(`PRAGMA cache_size = -${CACHE_KIB}`);
      return integrity(full).run(sql);
    });
  } catch (error) {
    if (isSqliteError(error, "SQLITE_")) return { ok: false, detail: (error as Error).message };
    throw error;
  }
});

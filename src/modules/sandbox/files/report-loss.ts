import type { Database } from "../../../db/database.ts";
import type { Logger } from "../../../kit/process/log.ts";

/** Practice goes on: live state is in other files, and a reset gives the seed's. */
export function reportLoss(database: Database, log: Logger): void {
  const { loss } = database.found;
  if (loss === null) return;
  database.foldRemains();
  log.error("a sandbox file lost changes", { file: database.path, ...loss });
}

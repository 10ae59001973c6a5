import type { Database } from "../../../db/database.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { addExportUse, type ExportUse } from "./store.ts";

/** The services needed to count downloads. */
export interface ExportParts {
  live: Database;
  log: Logger;
}

/** Counts one download. Never throws: the export matters more than its count, above all on a full disk. */
export async function countExport({ live, log }: ExportParts, use: ExportUse): Promise<void> {
  try {
    await live.writer.run((tx) => addExportUse(tx, use), "lasting");
  } catch (error) {
    log.warn("a download was not counted", { export: use.export, error: describeError(error) });
  }
}

import { join } from "node:path";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import { OperatorUse } from "./operators/index.ts";
import { RefusalRecorder, SuppressionFile } from "./refusals/index.ts";
import { createUsageRecorder, type UsageRecorder } from "./usage/index.ts";

export interface AccessServices {
  usage: UsageRecorder;
  /** Every 403. */
  refusals: RefusalRecorder;
  /** Last use of operators' tokens and sessions. */
  operatorUse: OperatorUse;
}

interface Needs {
  config: { dataDir: string; suppressionsFile: string | null };
  clock: Clock;
  log: Logger;
  live: Database;
  sandbox: Database;
}

export function openAccess({ config, clock, log, live, sandbox }: Needs): AccessServices {
  const path = config.suppressionsFile ?? join(config.dataDir, "suppressions.json");
  return {
    usage: createUsageRecorder(clock, live, sandbox),
    refusals: new RefusalRecorder({ clock, log, live, suppressions: new SuppressionFile(path) }),
    operatorUse: new OperatorUse(live),
  };
}

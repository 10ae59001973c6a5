import { join } from "node:path";
import { describeError } from "../../kit/process/log.ts";
import { OperatorUse } from "../../modules/access/operators/index.ts";
import { RefusalRecorder, SuppressionFile } from "../../modules/access/refusals/index.ts";
import { createUsageRecorder } from "../../modules/access/usage/index.ts";
import { ErrorCounts } from "../../modules/desk/error-counts/index.ts";
import { RequestLog } from "../../modules/desk/request-log/index.ts";
import { RecentRequests } from "../../modules/desk/search/index.ts";
import { MessengerCounters } from "../../modules/messenger/telemetry/index.ts";
import { EvidenceRecorder } from "../../modules/sandbox/promotion/index.ts";
import type { Services } from "../services.ts";

/** Recorders that count in memory and store in batches. */
type Recorders = Pick<
  Services,
  | "usage"
  | "refusals"
  | "operatorUse"
  | "evidence"
  | "errors"
  | "requests"
  | "requestLog"
  | "messengerCounters"
>;

export function createRecorders({
  config,
  clock,
  log,
  live,
  sandbox,
}: Pick<Services, "config" | "clock" | "log" | "live" | "sandbox">): Recorders {
  const suppressions = new SuppressionFile(
    config.suppressionsFile ?? join(config.dataDir, "suppressions.json"),
  );
  return {
    usage: createUsageRecorder(clock, live, sandbox),
    refusals: new RefusalRecorder({ clock, log, live, suppressions }),
    operatorUse: new OperatorUse(live),
    evidence: new EvidenceRecorder(sandbox),
    errors: new ErrorCounts(clock, live),
    requests: new RecentRequests(),
    requestLog: new RequestLog(live),
    messengerCounters: new MessengerCounters(clock, live),
  };
}

/** Stores what is still counted in memory, before the files are closed. */
export async function storeRecorded(
  services: Pick<Services, "log" | "audioShare" | Exclude<keyof Recorders, "requests">>,
): Promise<void> {
  const { audioShare, errors, evidence, log, messengerCounters, operatorUse, refusals, requestLog, usage } =
    services;
  await refusals.settle();
  for (const [what, recorder] of Object.entries({
    usage,
    "use of tokens and sessions": operatorUse,
    clicks: audioShare.clicks,
    "origins of visits": audioShare.sources,
    "error counts": errors,
    "request ids": requestLog,
    "counters of the mini-app": messengerCounters,
    "promotion evidence": evidence,
  }))
    await recorder.flush().catch((error) => log.warn(`not stored: ${what}`, { error: describeError(error) }));
}

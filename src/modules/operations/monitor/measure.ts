import type { Database } from "../../../db/database.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import { percentileMs } from "../../../kit/histogram.ts";
import { readDiskSpace } from "../../../kit/process/disk.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { countFailedSignIns } from "../../access/operators/index.ts";
import { detectSpikes, type RefusalRecorder, readHourly } from "../../access/refusals/index.ts";
import { readAllUsage, sumTraffic, type UsageRecorder, usageWindow } from "../../access/usage/index.ts";
import { listProbeStates } from "../../status/probes/index.ts";
import type { RuleName } from "./rules.ts";
import type { RuleValue } from "./step.ts";

export interface MeasureParts {
  config: { dataDir: string };
  live: Database;
  sandbox: Database;
  usage: UsageRecorder;
  refusals: RefusalRecorder;
  log: Logger;
}

type Measure = (parts: MeasureParts, now: number) => number | null | Promise<number | null>;

const HTTP_HOURS = (5 * MINUTE_MS) / HOUR_MS;
const SIGN_IN_HOURS = (15 * MINUTE_MS) / HOUR_MS;
const BASELINE_HOURS = 25;
const MIB = 2 ** 20;

const MEASUREMENTS: Readonly<Record<RuleName, Measure>> = {
  http_5xx_share: (parts, now) => {
    const { requests, serverErrors } = recentUsage(parts, now);
    return requests === 0 ? null : round((serverErrors / requests) * 100);
  },
  http_p99_ms: (parts, now) => percentileMs(recentUsage(parts, now).histogram, 99),
  disk_left: ({ config }) => {
    const { freeBytes, sizeBytes } = readDiskSpace(config.dataDir);
    return sizeBytes === 0 ? null : round((freeBytes / sizeBytes) * 100);
  },
  wal_size: ({ live, sandbox }) => round((live.fileSizes().wal + sandbox.fileSizes().wal) / MIB),
  spikes_403: async (parts, now) => {
    const lastHour = Math.floor(now / HOUR_MS);
    const { unsuppressed: countAt } = await readHourly(parts, lastHour - BASELINE_HOURS);
    return detectSpikes({ countAt, lastHour, hours: 1, mode: "rolling_24h", consecutive: 1 }).length;
  },
  probes_failing: ({ live }) => {
    const states = listProbeStates(live.read);
    return states.length === 0 ? null : states.filter(({ failing_since }) => failing_since !== null).length;
  },
  login_failures: ({ live, sandbox, usage }, now) =>
    countFailedSignIns(readAllUsage([live.read, sandbox.read], usage, usageWindow(now, SIGN_IN_HOURS))),
};

/** Current value of a rule. Never throws. */
export async function measure(parts: MeasureParts, rule: RuleName, now: number): Promise<RuleValue> {
  try {
    return await MEASUREMENTS[rule](parts, now);
  } catch (error) {
    parts.log.warn("a rule could not be measured", { rule, error: describeError(error) });
    return "failed";
  }
}

function recentUsage({ live, sandbox, usage }: MeasureParts, now: number) {
  return sumTraffic(readAllUsage([live.read, sandbox.read], usage, usageWindow(now, HTTP_HOURS)));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

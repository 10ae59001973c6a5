import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { Timestamp } from "../../../http/schema/shapes.ts";
import { type Clock, HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { jsonSetting } from "../../platform/state/index.ts";
import { Measured } from "./model.ts";

const Measurement = Type.Object({ ...Measured.properties, at: Timestamp() });
export type Measurement = Static<typeof Measurement>;

const MEASURED = checkedJson("The output of salute storage", Measured);
const MEASUREMENT = jsonSetting("storage_measurement", Measurement);

/** The last measurement; null before the first. */
export function readMeasurement(sql: Sql): Measurement | null {
  return MEASUREMENT.read(sql);
}

interface MeasureParts {
  config: { dataDir: string };
  clock: Clock;
  live: Database;
  /** Runs a salute command as a child process and returns its standard output. */
  runInChild: (words: readonly string[], signal: AbortSignal) => Promise<{ out: string }>;
}

/** After retention and shrink. In a child process: reading every page would block this one. */
export const measureJob: Job<MeasureParts> = {
  name: "storage",
  schedule: "21 4 * * *",
  timeoutMs: HOUR_MS,
  waitsForSchedule: true,
  description: "Measures the bytes of each database and table, for /admin/ops/storage",
  async run({ config, clock, live, runInChild }, signal) {
    const { out } = await runInChild(["storage", "--json", "--data", config.dataDir], signal);
    const measured = MEASURED.read(out);
    await live.writer.run((tx) => MEASUREMENT.write(tx, { ...measured, at: isoUtc(clock.now()) }));
    const bytes = measured.files.reduce((sum, file) => sum + file.bytes, 0);
    return `${measured.files.length} files, ${Math.ceil(bytes / 2 ** 20)} MiB`;
  },
};

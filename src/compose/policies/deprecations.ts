import { readFileSync } from "node:fs";
import type { Operation } from "../../http/operation.ts";
import { fileFaultWords } from "../../kit/process/files.ts";
import {
  BUILT_IN,
  Deprecations,
  parseSchedule,
  ScheduleError,
} from "../../modules/developers/deprecations/index.ts";
import { type Config, ConfigError } from "../config.ts";

const EXAMPLE =
  '{"deprecations": [{"id": "ledger-csv", "title": "The CSV ledger goes", "endpoints": [{"method": "GET", "path": "/api/salutes/ledger.csv"}], "announced_at": "2027-01-01", "deprecated_at": "2027-01-15", "sunset_at": "2027-03-01", "replacement": "/api/salutes/ledger", "reason": "JSON has cursors", "migration": ["Read the JSON ledger"]}]}';

/**
 * The build's withdrawals, or those of the configured file.
 * @throws ConfigError if that file cannot be read or used
 */
export function readDeprecations({ deprecationsFile: path }: Config, baseUrl: () => string): Deprecations {
  const entries =
    path === null ? BUILT_IN : orConfigError(path, () => parseSchedule(readFileSync(path, "utf8")));
  return new Deprecations(
    [...entries].sort((a, b) => a.sunsetAt - b.sunsetAt),
    baseUrl,
  );
}

/** The operations with their withdrawals. @throws ConfigError if the schedule names an unknown endpoint */
export function withEndings(
  operations: readonly Operation[],
  deprecations: Deprecations,
  { deprecationsFile }: Config,
): Operation[] {
  return orConfigError(deprecationsFile ?? "", () => deprecations.applyTo(operations));
}

function orConfigError<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const isSchedule = error instanceof ScheduleError;
    const isFile = error instanceof Error && "code" in error && typeof error.code === "string";
    if (!isSchedule && !isFile) throw error;
    const why = isSchedule ? error.message : fileFaultWords(error);
    throw new ConfigError(`DEPRECATIONS_FILE: ${path}: ${why}. Example: ${EXAMPLE}`);
  }
}

import { readFileSync } from "node:fs";
import { sha256Hex } from "../../../kit/seal.ts";
import { CHECK_NAMES, type CheckName, isCheckName } from "./rules.ts";

interface Threshold {
  value: number;
  meaning: string;
}

/** Every threshold of every check, with its value where STATUS_POLICY_FILE names no other. */
const BUILT_IN = {
  database: {
    wal_mib_warn: { value: 256, meaning: "MiB of the write-ahead logs: checkpoints do not keep up" },
    wal_mib_bad: { value: 2048, meaning: "The same, when the disk may fill" },
  },
  jobs: {
    late_minutes_warn: { value: 5, meaning: "Minutes that a job is late" },
    late_minutes_bad: { value: 60, meaning: "Minutes that a job is late" },
    failures_in_a_row_warn: { value: 1, meaning: "Runs of one job that failed since its last success" },
    failures_in_a_row_bad: { value: 5, meaning: "Runs of one job that failed since its last success" },
  },
  reliability: {
    unresolved_failure_jobs_warn: { value: 1, meaning: "Jobs whose last run failed" },
    unresolved_failure_jobs_bad: { value: 3, meaning: "Jobs whose last run failed" },
    avg_mttr_minutes_warn: { value: 120, meaning: "Mean minutes from a job's failure to its next success" },
  },
  rpc: {
    lag_slots_warn: { value: 300, meaning: "Slots that an RPC address is behind the newest of them" },
  },
  transaction_sync: {
    age_minutes_warn: { value: 15, meaning: "Minutes since the chain was last read for transactions" },
    age_minutes_bad: { value: 60, meaning: "Minutes since the chain was last read for transactions" },
  },
  holder_cache: {
    age_minutes_warn: { value: 60, meaning: "Minutes since the last complete scan of holders" },
    age_minutes_bad: { value: 360, meaning: "Minutes since the last complete scan of holders" },
  },
  public_stats: {
    age_minutes_warn: { value: 60, meaning: "Minutes since the published figures were made" },
    age_minutes_bad: { value: 240, meaning: "Minutes since the published figures were made" },
  },
  mint_authority: {
    age_minutes_warn: { value: 180, meaning: "Minutes since the mint's authorities were read" },
  },
  webhooks: {
    late_seconds_warn: {
      value: 60,
      meaning: "Seconds since the oldest delivery to a receiver that answers is due",
    },
    late_seconds_bad: {
      value: 900,
      meaning: "Seconds since the oldest delivery to a receiver that answers is due",
    },
    expired_leases_warn: { value: 1, meaning: "Attempts whose sender did not end them in its time" },
  },
  backup: {
    first_after_hours_warn: { value: 24, meaning: "Hours after the installation without any backup" },
    replica_lag_seconds_warn: { value: 60, meaning: "Seconds that the replica may be behind" },
    age_hours_warn: { value: 26, meaning: "Hours since the last backup: one is made each day" },
  },
} satisfies Record<CheckName, Record<string, Threshold>>;

/** The thresholds of one check, by name. */
export type Thresholds<Name extends CheckName> = {
  readonly [Threshold in keyof (typeof BUILT_IN)[Name]]: number;
};

export interface Policy {
  source: "built_in" | "file";
  /** The file's own, or salute's for what is built in. */
  version: string;
  /** SHA-256 of the file's bytes; null for what is built in. */
  sha256: string | null;
  /** False: the time of maintenance counts as what the checks find in it. */
  excludesMaintenance: boolean;
  auditAnomaliesWarnDegrades: boolean;
  checks: { readonly [Name in CheckName]: Thresholds<Name> };
}

/** What a policy file says that it must not; the message names the file's field. */
export class StatusPolicyError extends Error {}

const BUILT_IN_VERSION = "1";

/** The policy where no file is named. */
export function builtInPolicy(): Policy {
  return {
    source: "built_in",
    version: BUILT_IN_VERSION,
    sha256: null,
    excludesMaintenance: true,
    auditAnomaliesWarnDegrades: false,
    checks: withChanges({}),
  };
}

/**
 * Reads a policy file: JSON `{version, exclude_maintenance_default?, audit_anomalies_warn_degrades?, checks?: {<check>:
 * {<threshold>: number}}}`. What it does not name stays as built in.
 * @throws StatusPolicyError, or the file system's own.
 */
export function readPolicyFile(path: string): Policy {
  const text = readFileSync(path, "utf8");
  const file = parseObject(text);
  for (const name of Object.keys(file))
    if (!FIELDS.has(name)) throw new StatusPolicyError(`${name} is unknown`);
  const { version, exclude_maintenance_default, audit_anomalies_warn_degrades, checks } = file;
  if (typeof version !== "string" || !/^[\w.:-]{1,40}$/.test(version))
    throw new StatusPolicyError("version must be 1 to 40 characters of A-Za-z0-9._:-");
  return {
    source: "file",
    version,
    sha256: sha256Hex(text),
    excludesMaintenance: flag("exclude_maintenance_default", exclude_maintenance_default, true),
    auditAnomaliesWarnDegrades: flag("audit_anomalies_warn_degrades", audit_anomalies_warn_degrades, false),
    checks: withChanges(changesOf(checks)),
  };
}

const FIELDS = new Set(["version", "exclude_maintenance_default", "audit_anomalies_warn_degrades", "checks"]);

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StatusPolicyError("it is not JSON");
  }
  if (!isObject(value)) throw new StatusPolicyError("it is not a JSON object");
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function flag(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (typeof value !== "boolean") throw new StatusPolicyError(`${name} must be true or false`);
  return value;
}

type Changes = Partial<Record<CheckName, Record<string, number>>>;

function changesOf(checks: unknown): Changes {
  if (checks === undefined) return {};
  if (!isObject(checks)) throw new StatusPolicyError("checks must be an object");
  const changes: Changes = {};
  for (const [name, thresholds] of Object.entries(checks)) {
    if (!isCheckName(name))
      throw new StatusPolicyError(`checks.${name} is no check: ${CHECK_NAMES.join(", ")}`);
    if (!isObject(thresholds)) throw new StatusPolicyError(`checks.${name} must be an object`);
    const own: Record<string, number> = {};
    for (const [threshold, value] of Object.entries(thresholds)) {
      if (!Object.hasOwn(BUILT_IN[name], threshold))
        throw new StatusPolicyError(`checks.${name}.${threshold} is no threshold of this check`);
      if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
        throw new StatusPolicyError(`checks.${name}.${threshold} must be a number from 0 up`);
      own[threshold] = value;
    }
    changes[name] = own;
  }
  return changes;
}

function withChanges(changes: Changes): Policy["checks"] {
  return Object.fromEntries(
    CHECK_NAMES.map((name) => [
      name,
      Object.fromEntries(
        Object.entries(BUILT_IN[name] as Record<string, Threshold>).map(([threshold, { value }]) => [
          threshold,
          changes[name]?.[threshold] ?? value,
        ]),
      ),
    ]),
  ) as unknown as Policy["checks"];
}

/** Every threshold as the documentation lists it. */
export function thresholdTable(): { check: CheckName; threshold: string; value: number; meaning: string }[] {
  return CHECK_NAMES.flatMap((check) =>
    Object.entries(BUILT_IN[check] as Record<string, Threshold>).map(([threshold, each]) => ({
      check,
      threshold,
      ...each,
    })),
  );
}

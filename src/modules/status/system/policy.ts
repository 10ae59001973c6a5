import { readFileSync } from "node:fs";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import type { Thresholds } from "../../platform/checks/index.ts";
import type { CheckSet } from "./check-set.ts";

export interface Policy {
  source: "built_in" | "file";
  /** Version of the file, or of the built-in policy. */
  version: string;
  /** SHA-256 of the file's bytes; null for the built-in policy. */
  sha256: string | null;
  /** If false, time under maintenance counts as the state that the checks find. */
  excludesMaintenance: boolean;
  auditAnomaliesWarnDegrades: boolean;
  /** Thresholds in force, by check. */
  checks: Readonly<Record<string, Thresholds>>;
}

/** The policy file is invalid. The message names the field. */
export class StatusPolicyError extends Error {}

const BUILT_IN_VERSION = "1";

/** The policy without a policy file. */
export function builtInPolicy(checks: CheckSet): Policy {
  return {
    source: "built_in",
    version: BUILT_IN_VERSION,
    sha256: null,
    excludesMaintenance: true,
    auditAnomaliesWarnDegrades: false,
    checks: withChanges(checks, {}),
  };
}

/**
 * Reads a policy file: JSON `{version, exclude_maintenance_default?, audit_anomalies_warn_degrades?, checks?: {<check>:
 * {<threshold>: number}}}`. Built-in values apply to everything it leaves out. @throws StatusPolicyError, or an error
 * of the file system
 */
export function readPolicyFile(path: string, known: CheckSet): Policy {
  const text = readFileSync(path, "utf8");
  const file = parseObject(text);
  for (const name of Object.keys(file))
    if (!FIELDS.has(name)) throw new StatusPolicyError(`${name} is not a known field`);
  const { version, exclude_maintenance_default, audit_anomalies_warn_degrades, checks } = file;
  if (typeof version !== "string" || !/^[\w.:-]{1,40}$/.test(version))
    throw new StatusPolicyError("version must be 1 to 40 characters of A-Za-z0-9._:-");
  return {
    source: "file",
    version,
    sha256: sha256Hex(text),
    excludesMaintenance: flag("exclude_maintenance_default", exclude_maintenance_default, true),
    auditAnomaliesWarnDegrades: flag("audit_anomalies_warn_degrades", audit_anomalies_warn_degrades, false),
    checks: withChanges(known, changesOf(known, checks)),
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

type Changes = Record<string, Record<string, number>>;

function changesOf(known: CheckSet, checks: unknown): Changes {
  if (checks === undefined) return {};
  if (!isObject(checks)) throw new StatusPolicyError("checks must be an object");
  const changes: Changes = {};
  for (const [name, thresholds] of Object.entries(checks)) {
    const check = known.find(name);
    if (check === undefined)
      throw new StatusPolicyError(`checks.${name} is not a check; the checks are ${known.names.join(", ")}`);
    if (!isObject(thresholds)) throw new StatusPolicyError(`checks.${name} must be an object`);
    const own: Record<string, number> = {};
    for (const [threshold, value] of Object.entries(thresholds)) {
      if (!Object.hasOwn(check.thresholds, threshold))
        throw new StatusPolicyError(`checks.${name}.${threshold} is not a threshold of this check`);
      if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
        throw new StatusPolicyError(`checks.${name}.${threshold} must be a number of at least 0`);
      own[threshold] = value;
    }
    changes[name] = own;
  }
  return changes;
}

function withChanges(known: CheckSet, changes: Changes): Policy["checks"] {
  return Object.fromEntries(
    known.all.map(({ name, thresholds }) => [
      name,
      Object.fromEntries(
        Object.entries(thresholds).map(([threshold, { value }]) => [
          threshold,
          changes[name]?.[threshold] ?? value,
        ]),
      ),
    ]),
  );
}

/** Every threshold, for the documentation. */
export function thresholdTable(
  known: CheckSet,
): { check: string; threshold: string; value: number; meaning: string }[] {
  return known.all.flatMap(({ name, thresholds }) =>
    Object.entries(thresholds).map(([threshold, each]) => ({ check: name, threshold, ...each })),
  );
}

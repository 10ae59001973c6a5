import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type RefusalRecorder, readSaltMonth } from "../../access/refusals/index.ts";
import { listProbeStates, PROBES } from "../../status/probes/index.ts";
import type { GuardRow } from "./rules.ts";

/** Guard rows of the synthetic probes and of the 403 digest. */
export function featureRows(sql: Sql, refusals: RefusalRecorder, now: number): GuardRow[] {
  return [...probeRows(sql), ...digestRows(sql, refusals, now)];
}

function probeRows(sql: Sql): GuardRow[] {
  const states = new Map(listProbeStates(sql).map((state) => [state.probe, state]));
  return PROBES.flatMap(({ probe, path, max_ms: most }): GuardRow[] => {
    const state = states.get(probe);
    const isFailing = state !== undefined && state.failing_since !== null;
    return [
      {
        section: "synthetic",
        field: `probe_${probe}`,
        status: isFailing ? "fail" : "pass",
        value: state === undefined ? "not_called" : isFailing ? "failing" : "ok",
        expected: "ok",
        message: isFailing
          ? `${path}: ${state.last_error ?? "no answer"}`
          : `${path} is probed every minute.`,
      },
      {
        section: "synthetic",
        field: `threshold_probe_${probe}_ms`,
        status: "pass",
        value: String(most),
        expected: "any",
        message: `Maximum response time of ${path} in milliseconds.`,
      },
    ];
  });
}

function digestRows(sql: Sql, refusals: RefusalRecorder, now: number): GuardRow[] {
  const { fault, rules } = refusals.suppressions.read(now);
  const month = readSaltMonth(sql);
  const isOld = month !== null && month < isoUtc(now).slice(0, 7);
  return [
    {
      section: "digest",
      field: "baseline",
      status: "pass",
      value: "rolling_24h",
      expected: "rolling_24h",
      message: "By default, spikes are measured against the previous 24 hours.",
    },
    {
      section: "digest",
      field: "suppressions",
      status: fault === null ? "pass" : "warn",
      value:
        fault !== null
          ? "broken"
          : rules.all.some(({ expires_at }) => expires_at > now)
            ? "in_force"
            : "none",
      expected: "in_force or none",
      message: fault ?? "The suppressions file is valid.",
    },
    {
      section: "digest",
      field: "salt_age",
      status: isOld ? "warn" : "pass",
      value: month === null ? "none" : isOld ? "older" : "this_month",
      expected: "this_month or none",
      message: "The salt of the network hashes changes every UTC month.",
    },
  ];
}

import type { TSchema } from "@sinclair/typebox";
import type { Level } from "./levels.ts";

/** The result of a check; the status adds thresholds and evidence. */
export interface CheckOutcome {
  status: Level;
  /** One sentence for readers of the status page. */
  message: string;
  observed: Record<string, unknown>;
  /** False if nothing was measured, or there is nothing to compare it with: `ok` is then no result. */
  hasData?: boolean;
}

/** Outcome of a check that has nothing to judge yet. */
export function noData(message: string, observed: CheckOutcome["observed"]): CheckOutcome {
  return { status: "ok", message, observed, hasData: false };
}

export interface Threshold {
  /** The default, unless STATUS_POLICY_FILE sets another. */
  value: number;
  meaning: string;
}

/** An alarm's meaning and remedy. Commands and settings are in backticks. */
export interface Runbook {
  means: string;
  /** In the order in which to try them. */
  steps: readonly string[];
}

/** Effective thresholds by name. */
export type Thresholds<Names extends string = string> = Readonly<Record<Names, number>>;

/** One check of the system's status, announced in its module's manifest. */
export interface StatusCheck<Parts> {
  /** As in answers and in STATUS_POLICY_FILE. */
  name: string;
  /** Its position in stored snapshots, in answers and on pages: unique, and never reused for another check. */
  slot: number;
  title: string;
  /** One sentence for the reference: the subject of the check. */
  about: string;
  /** A path that shows the checked data; answers name it if the build has it. */
  evidence: string | null;
  thresholds: Readonly<Record<string, Threshold>>;
  runbook: Runbook;
  /** Whether it affects the overall status only if the policy sets audit_anomalies_warn_degrades. */
  isAdvisory?: boolean;
  /** Additional members beside `observed`, with their shapes. */
  members?: Readonly<Record<string, TSchema>>;
  /** Runs the check. An error counts as bad, because the state is unknown. */
  look: (parts: Parts, thresholds: Thresholds, now: number) => CheckOutcome | Promise<CheckOutcome>;
}

/** Defines a check whose `look` has typed threshold names. */
export function defineCheck<Parts, Names extends string>(
  check: Omit<StatusCheck<Parts>, "thresholds" | "look"> & {
    thresholds: Readonly<Record<Names, Threshold>>;
    look: (parts: Parts, thresholds: Thresholds<Names>, now: number) => CheckOutcome | Promise<CheckOutcome>;
  },
): StatusCheck<Parts> {
  return check;
}

import type { TSchema } from "@sinclair/typebox";
import type { Level } from "./levels.ts";

/** What a check says of the facts it was given; thresholds and evidence are added by the status. */
export interface CheckOutcome {
  status: Level;
  /** One sentence for readers of the status page. */
  message: string;
  observed: Record<string, unknown>;
}

export interface Threshold {
  /** Where STATUS_POLICY_FILE names no other. */
  value: number;
  meaning: string;
}

/** What an alarm means and what to do. Commands and settings stand in backticks. */
export interface Runbook {
  means: string;
  /** In the order in which to try them. */
  steps: readonly string[];
}

/** Thresholds in force, by name. */
export type Thresholds<Names extends string = string> = Readonly<Record<Names, number>>;

/** One check of the system's status, announced in its module's manifest. */
export interface StatusCheck<Parts> {
  /** As in answers and in STATUS_POLICY_FILE. */
  name: string;
  /** Its place in stored snapshots, in answers and on pages: unique, and never given to another check. */
  slot: number;
  title: string;
  /** A path that shows what the check looked at; answers name it where the build has it. */
  evidence: string | null;
  thresholds: Readonly<Record<string, Threshold>>;
  runbook: Runbook;
  /** Members that stand beside `observed` too, with their shapes. */
  members?: Readonly<Record<string, TSchema>>;
  /** Looks now. What it throws counts as bad: what cannot be looked at is not known to work. */
  look: (parts: Parts, thresholds: Thresholds, now: number) => CheckOutcome | Promise<CheckOutcome>;
}

/** A check whose `look` knows the names of its thresholds. */
export function defineCheck<Parts, Names extends string>(
  check: Omit<StatusCheck<Parts>, "thresholds" | "look"> & {
    thresholds: Readonly<Record<Names, Threshold>>;
    look: (parts: Parts, thresholds: Thresholds<Names>, now: number) => CheckOutcome | Promise<CheckOutcome>;
  },
): StatusCheck<Parts> {
  return check;
}

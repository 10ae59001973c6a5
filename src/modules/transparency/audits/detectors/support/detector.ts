import type { AuditTransaction, Figures } from "./input.ts";

export const SEVERITIES = ["info", "warn", "bad"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every anomaly type, sorted by name. */
export const ANOMALY_TYPES = [
  "authority_change",
  "balance_break",
  "dormant_wakeup",
  "dust_storm",
  "failed_burst",
  "fee_anomaly",
  "large_transfer",
  "missing_block_time",
  "new_top_holder",
  "rapid_sequence",
  "reserve_outflow",
  "self_transfer_loop",
  "supply_decrease",
  "supply_increase",
  "treasury_outflow",
] as const;
export type AnomalyType = (typeof ANOMALY_TYPES)[number];

/** A number that decides whether a detector fires. */
export interface ThresholdDefinition {
  /** With the prefix `audit.`. */
  name: string;
  meaning: string;
  default: number;
  min: number;
  max: number;
  isInteger: boolean;
}

/** An anomaly reported by a detector. Amounts in base units. */
export interface Finding {
  /** Null if no transaction caused it. */
  signature: string | null;
  slot: number;
  /** Unix milliseconds. */
  blockTime: number | null;
  type: AnomalyType;
  severity: Severity;
  wallet: string | null;
  delta: bigint | null;
  details: Record<string, unknown>;
}

/** Returns the value in force of a threshold, by name. */
export type Thresholds = (name: string) => number;

/** One pass over a window. */
export interface Pass {
  /** Called once per transaction, in the order of slot and signature. */
  visit?(transaction: AuditTransaction): Iterable<Finding>;
  /** Called at the end of the window. */
  end?(): Iterable<Finding>;
}

/** Finds one type of anomaly. A pure function of movements, figures and thresholds. */
export interface Detector {
  type: AnomalyType;
  description: string;
  /** Possible severities of its rows, mildest first. */
  severities: readonly Severity[];
  thresholds: readonly ThresholdDefinition[];
  start(figures: Figures, thresholds: Thresholds): Pass;
}

export function percentage(name: string, value: number, meaning: string): ThresholdDefinition {
  return { name: `audit.${name}`, meaning, default: value, min: 0, max: 100, isInteger: false };
}

const MAX_COUNT = 1_000_000;

export function count(name: string, value: number, meaning: string): ThresholdDefinition {
  return { name: `audit.${name}`, meaning, default: value, min: 1, max: MAX_COUNT, isInteger: true };
}

/** A finding caused by a transaction. */
export function causedBy(
  { signature, slot, blockTime }: AuditTransaction,
  found: Omit<Finding, "signature" | "slot" | "blockTime">,
): Finding {
  return { signature, slot, blockTime, ...found };
}

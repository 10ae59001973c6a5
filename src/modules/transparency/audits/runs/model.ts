import type { AnomalyType, Severity } from "../detectors/index.ts";

/** A run's worst row; `other` for an incomplete run. */
export type Overall = "ok" | "warn" | "bad" | "other";

/** How much of what holder scans show the movements explain, and what a run could not see. */
export interface Coverage {
  watched_accounts: number;
  /** Watched accounts whose last scan in the window is not their last known post. */
  unexplained_accounts: number;
  /** By how much in all: whole tokens, exact decimal text. */
  unexplained_abs: string;
  /** Days of the window without a complete holder scan. */
  holder_days_missing: number;
  /** Watched accounts, the mint included, whose history of the window has a gap. */
  accounts_with_gaps: number;
  /** Transactions of the window whose movements are still to be read again. */
  transactions_unread: number;
  /** Account changes that the detectors saw. */
  movements: number;
}

/** A finished run. Times in Unix milliseconds. */
export interface AuditRun {
  /** Its start as YYYYMMDDTHHMMSSZ. */
  run: string;
  /** The window [fromAt, toAt). */
  fromAt: number;
  toAt: number;
  label: string;
  isDaily: boolean;
  isComplete: boolean;
  startedAt: number;
  finishedAt: number;
  /** The detectors' thresholds used, by parameter. */
  policy: Record<string, number>;
  policyVersion: string;
  coverage: Coverage;
  rowsTotal: number;
  signaturesWithAnomalies: number;
  severityCounts: Record<Severity, number>;
  /** Only types with rows. */
  typeCounts: Partial<Record<AnomalyType, number>>;
  overall: Overall;
  rowsSha256: string;
  /** Its entry of the signed log; null for incomplete runs and while the log was held. */
  log: { logId: number; index: number } | null;
}

/** An anomaly as published, without its run. */
export interface Anomaly {
  row_id: string;
  /** Null where no transaction is the cause. */
  signature: string | null;
  slot: number;
  /** ISO 8601; null where the chain does not say. */
  block_time: string | null;
  anomaly_type: AnomalyType;
  severity: Severity;
  wallet: string | null;
  /** Whole tokens, exact decimal texts without trailing zeros. */
  delta: string | null;
  abs_delta: string | null;
  details: Record<string, unknown>;
}

/** Which rows count; every part that is set must hold. */
export interface RowFilter {
  severities?: readonly string[];
  types?: readonly string[];
  /** Base58 prefix. */
  signature?: string;
  wallet?: string;
  /** A plain decimal in whole tokens; drops rows without delta. */
  minAbsDelta?: string;
}

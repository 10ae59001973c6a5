import type { AnomalyType, Severity } from "../detectors/index.ts";

/** Severity of a run's worst row, `ok` without one of warn or bad; `other` for an incomplete run. */
export type Overall = "ok" | "warn" | "bad" | "other";

/** How far the synced movements cover a run's window, and how far they explain the holder scans. */
export interface Coverage {
  watched_accounts: number;
  /** Watched accounts whose last scan in the window differs from their last known post. */
  unexplained_accounts: number;
  /** Total difference in whole tokens, as exact decimal text. */
  unexplained_abs: string;
  /** Days of the window without a complete holder scan. */
  holder_days_missing: number;
  /** Watched addresses, including the mint, whose history has a gap in the window. */
  accounts_with_gaps: number;
  /** Transactions of the window whose movements have not been read yet. */
  transactions_unread: number;
  /** Account changes processed by the detectors. */
  movements: number;
}

/** A finished run. Times in Unix milliseconds. */
export interface AuditRun {
  /** Id: the start time as YYYYMMDDTHHMMSSZ. */
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
  /** Types without rows are absent. */
  typeCounts: Partial<Record<AnomalyType, number>>;
  overall: Overall;
  rowsSha256: string;
  /** Entry in the signed log; null for incomplete runs and while the log is held. */
  log: { logId: number; index: number } | null;
}

/** A published anomaly, without its run. */
export interface Anomaly {
  row_id: string;
  /** Null if no transaction caused it. */
  signature: string | null;
  slot: number;
  /** ISO 8601; null if the chain does not give it. */
  block_time: string | null;
  anomaly_type: AnomalyType;
  severity: Severity;
  wallet: string | null;
  /** Whole tokens, exact decimal texts without trailing zeros. */
  delta: string | null;
  abs_delta: string | null;
  details: Record<string, unknown>;
}

import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../../http/schema/shapes.ts";
import { ANOMALY_TYPES, type AnomalyType, SEVERITIES, type Severity } from "../detectors/index.ts";

/** Severity of a run's worst row, `ok` without one of warn or bad; `other` for an incomplete run. */
export type Overall = "ok" | "warn" | "bad" | "other";

/** How far the synced movements cover a run's window, and how far they explain the holder scans. */
export const Coverage = Type.Object({
  watched_accounts: Type.Number(),
  /** Watched accounts whose last scan in the window differs from their last known post. */
  unexplained_accounts: Type.Number(),
  /** Total difference in whole tokens, as exact decimal text. */
  unexplained_abs: Type.String(),
  /** Days of the window without a complete holder scan. */
  holder_days_missing: Type.Number(),
  /** Watched addresses, including the mint, whose history has a gap in the window. */
  accounts_with_gaps: Type.Number(),
  /** Transactions of the window whose movements have not been read yet. */
  transactions_unread: Type.Number(),
  /** Account changes processed by the detectors. */
  movements: Type.Number(),
});
export type Coverage = Static<typeof Coverage>;

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
export const Anomaly = Type.Object({
  row_id: Type.String(),
  /** Null if no transaction caused it. */
  signature: Nullable(Type.String()),
  slot: Type.Number(),
  /** ISO 8601; null if the chain does not give it. */
  block_time: Nullable(Type.String()),
  anomaly_type: OneOf(ANOMALY_TYPES),
  severity: OneOf(SEVERITIES),
  wallet: Nullable(Type.String()),
  /** Whole tokens, exact decimal texts without trailing zeros. */
  delta: Nullable(Type.String()),
  abs_delta: Nullable(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type Anomaly = Static<typeof Anomaly>;

import type { LogPlace } from "../signed-log/index.ts";

export const CONTROL_STATUSES = ["ok", "warn", "bad", "unknown"] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/**
 * evidence: what could betray the project, compared with the chain, the audits and the log. operations: how the service
 * is run. freshness: the age of our own proofs, which says nothing about their content.
 */
export const CONTROL_KINDS = ["evidence", "operations", "freshness"] as const;

/** A commitment of the project and its current status. */
export interface Control {
  id: string;
  title: string;
  status: ControlStatus;
  /** Result in one sentence. */
  summary: string;
  /** Path of the evidence on this host. */
  evidence: string;
  /** Time of the evaluated data in Unix milliseconds; null without data. */
  checkedAt: number | null;
  /** Last change after `checkedAt` in Unix milliseconds: the data became stale, or entered the log. */
  statusSince?: number;
  log: LogPlace | null;
}

export interface KindedControl extends Control {
  kind: (typeof CONTROL_KINDS)[number];
}

/** The worst status, ignoring unknown ones; fresh proofs alone do not make it ok. */
export function judgeOverall(controls: readonly Pick<KindedControl, "status" | "kind">[]): ControlStatus {
  const has = (status: ControlStatus) => controls.some((control) => control.status === status);
  if (has("bad")) return "bad";
  if (has("warn")) return "warn";
  return controls.some(({ status, kind }) => status === "ok" && kind !== "freshness") ? "ok" : "unknown";
}

export function countStatuses(controls: readonly Pick<Control, "status">[]): Record<ControlStatus, number> {
  const counts: Record<ControlStatus, number> = { ok: 0, warn: 0, bad: 0, unknown: 0 };
  for (const { status } of controls) counts[status]++;
  return counts;
}

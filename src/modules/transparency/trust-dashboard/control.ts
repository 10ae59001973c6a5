import type { LogPlace } from "../signed-log/index.ts";

export const CONTROL_STATUSES = ["ok", "warn", "bad", "unknown"] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

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

/** The worst status, ignoring unknown ones; unknown if there is no other. */
export function overallOf(controls: readonly Pick<Control, "status">[]): ControlStatus {
  const found = (["bad", "warn", "ok"] as const).find((status) =>
    controls.some((control) => control.status === status),
  );
  return found ?? "unknown";
}

export function countStatuses(controls: readonly Pick<Control, "status">[]): Record<ControlStatus, number> {
  const counts: Record<ControlStatus, number> = { ok: 0, warn: 0, bad: 0, unknown: 0 };
  for (const { status } of controls) counts[status]++;
  return counts;
}

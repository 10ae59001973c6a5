import type { LogPlace } from "../signed-log/index.ts";

export const CONTROL_STATUSES = ["ok", "warn", "bad", "unknown"] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** One promise of the project, and how it is kept. */
export interface Control {
  id: string;
  title: string;
  status: ControlStatus;
  /** What was found, in a sentence. */
  summary: string;
  /** A path of this host that answers with the evidence. */
  evidence: string;
  /** Unix milliseconds of the data that was looked at; null where there is none. */
  checkedAt: number | null;
  /** Unix milliseconds since which status and summary stand, where that is later than the data: when it became late. */
  standsSince?: number;
  log: LogPlace | null;
}

/** The worst of some statuses, unknown left out; unknown of none. */
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

import { type Static, Type } from "@sinclair/typebox";
import { OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import type { MaintenanceWindow } from "./store.ts";

const STATES = ["scheduled", "in_progress", "completed"] as const;

export const Maintenance = Type.Object({
  id: Type.Integer({ description: "Id of the maintenance, as operators name it." }),
  title: Type.String({ description: "Title of the maintenance in one line." }),
  checks: Type.Array(Type.String(), {
    description: "Names of the affected checks; empty for the whole service.",
  }),
  starts_at: Timestamp({ description: "Time at which the maintenance starts." }),
  ends_at: Timestamp({ description: "Time at which the maintenance ends, as scheduled or as ended early." }),
  state: OneOf(STATES, { description: "State of the maintenance at the time of the answer." }),
});

/** A maintenance window in answers. */
export function maintenanceView(window: MaintenanceWindow, now: number): Static<typeof Maintenance> {
  return {
    id: window.id,
    title: window.title,
    checks: [...window.checks],
    starts_at: isoUtc(window.starts_at),
    ends_at: isoUtc(window.ends_at),
    state: now < window.starts_at ? "scheduled" : now < window.ends_at ? "in_progress" : "completed",
  };
}

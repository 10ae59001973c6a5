import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { INCIDENT_STATES } from "../../incidents/index.ts";

/** Shapes of Atlassian Statuspage's /api/v2/, which status aggregators read. */

const COMPONENT_STATUSES = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
] as const;

const IMPACTS = ["none", "minor", "major", "critical", "maintenance"] as const;

const MAINTENANCE_STATUSES = ["scheduled", "in_progress", "completed"] as const;

export const Component = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: OneOf(COMPONENT_STATUSES),
    created_at: Timestamp(),
    updated_at: Timestamp(),
    position: Type.Integer(),
    description: Nullable(Type.String()),
    showcase: Type.Boolean(),
    start_date: Nullable(Type.String()),
    group_id: Nullable(Type.String()),
    page_id: Type.String(),
    group: Type.Boolean(),
    only_show_if_degraded: Type.Boolean(),
  },
  { title: "StatuspageComponent" },
);

export const Update = Type.Object({
  id: Type.String(),
  status: Type.String(),
  body: Type.String(),
  incident_id: Type.String(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  display_at: Timestamp(),
  affected_components: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      old_status: Type.String(),
      new_status: Type.String(),
    }),
  ),
  deliver_notifications: Type.Boolean(),
  custom_tweet: Type.Null(),
  tweet_id: Type.Null(),
});

const incident = {
  id: Type.String(),
  name: Type.String(),
  status: OneOf(INCIDENT_STATES),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  monitoring_at: Nullable(Timestamp()),
  resolved_at: Nullable(Timestamp()),
  impact: OneOf(IMPACTS),
  shortlink: Type.String(),
  started_at: Timestamp(),
  page_id: Type.String(),
  incident_updates: Type.Array(Update),
  components: Type.Array(Component),
};

export const Incident = Type.Object(incident, { title: "StatuspageIncident" });

export const ScheduledMaintenance = Type.Object(
  {
    ...incident,
    status: OneOf(MAINTENANCE_STATUSES),
    scheduled_for: Timestamp(),
    scheduled_until: Timestamp(),
  },
  { title: "StatuspageMaintenance" },
);

export const Page = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  time_zone: Type.String(),
  updated_at: Timestamp(),
});

export const PageStatus = Type.Object({ indicator: OneOf(IMPACTS), description: Type.String() });

export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];

export type Impact = (typeof IMPACTS)[number];

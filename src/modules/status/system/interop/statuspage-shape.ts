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
    id: Type.String({ description: "Id of the component: the name of its check." }),
    name: Type.String({ description: "Name of the component, for people." }),
    status: OneOf(COMPONENT_STATUSES, { description: "Status of the component, as Statuspage names it." }),
    created_at: Timestamp({ description: "Time at which the component was created." }),
    updated_at: Timestamp({ description: "Time of the last change." }),
    position: Type.Integer({ description: "Position in the list." }),
    description: Nullable(Type.String(), {
      description: "Latest message of the check; null if there is none.",
    }),
    showcase: Type.Boolean({ description: "Always true; part of Statuspage's format." }),
    start_date: Nullable(Type.String(), {
      description: "Day of the installation, YYYY-MM-DD; null if it is unknown.",
    }),
    group_id: Nullable(Type.String(), { description: "Always null; part of Statuspage's format." }),
    page_id: Type.String({ description: "Id of the status page." }),
    group: Type.Boolean({ description: "Always false; part of Statuspage's format." }),
    only_show_if_degraded: Type.Boolean({ description: "Always false; part of Statuspage's format." }),
  },
  { title: "StatuspageComponent" },
);

export const Update = Type.Object({
  id: Type.String({ description: "Id of the update, unique on the page." }),
  status: Type.String({ description: "State of the incident or maintenance from this update on." }),
  body: Type.String({ description: "Text of the update." }),
  incident_id: Type.String({ description: "Id of the incident." }),
  created_at: Timestamp({ description: "Time of the update." }),
  updated_at: Timestamp({ description: "Time of the update's last change." }),
  display_at: Timestamp({ description: "Time shown beside the update." }),
  affected_components: Type.Array(
    Type.Object({
      code: Type.String({ description: "Id of the component." }),
      name: Type.String({ description: "Name of the component, for people." }),
      old_status: Type.String({ description: "Status before the update." }),
      new_status: Type.String({ description: "Status after the update." }),
    }),
    { description: "Components whose status the update changed." },
  ),
  deliver_notifications: Type.Boolean({ description: "Always the same; part of Statuspage's format." }),
  custom_tweet: Type.Null({ description: "Always null; part of Statuspage's format." }),
  tweet_id: Type.Null({ description: "Always null; part of Statuspage's format." }),
});

const incident = {
  id: Type.String({ description: "Id of the incident or maintenance, unique on the page." }),
  name: Type.String({ description: "Title of the incident or maintenance." }),
  status: OneOf(INCIDENT_STATES, { description: "State of the incident, as Statuspage names it." }),
  created_at: Timestamp({ description: "Time at which it was created." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
  monitoring_at: Nullable(Timestamp(), { description: "Time at which monitoring began; null before." }),
  resolved_at: Nullable(Timestamp(), { description: "Time of resolution; null before." }),
  impact: OneOf(IMPACTS, { description: "Impact of the incident." }),
  shortlink: Type.String({ description: "Address on the status page." }),
  started_at: Timestamp({ description: "Time of the start." }),
  page_id: Type.String({ description: "Id of the status page." }),
  incident_updates: Type.Array(Update, { description: "Updates, newest first." }),
  components: Type.Array(Component, { description: "Components of the service." }),
};

export const Incident = Type.Object(incident, { title: "StatuspageIncident" });

export const ScheduledMaintenance = Type.Object(
  {
    ...incident,
    status: OneOf(MAINTENANCE_STATUSES, { description: "State of the maintenance, as Statuspage names it." }),
    scheduled_for: Timestamp({ description: "Time at which the maintenance is scheduled to start." }),
    scheduled_until: Timestamp({ description: "Time at which the maintenance is scheduled to end." }),
  },
  { title: "StatuspageMaintenance" },
);

export const Page = Type.Object({
  id: Type.String({ description: "Id of the status page." }),
  name: Type.String({ description: "Name of the service." }),
  url: Type.String({ description: "Address of the status page." }),
  time_zone: Type.String({ description: "Time zone of the page." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
});

export const PageStatus = Type.Object({
  indicator: OneOf(IMPACTS, {
    description: "Impact of the overall status: none, minor, major, critical or maintenance.",
  }),
  description: Type.String({ description: "Overall status in a sentence." }),
});

export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];

export type Impact = (typeof IMPACTS)[number];

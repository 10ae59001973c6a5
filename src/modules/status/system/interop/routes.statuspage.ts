import { type TProperties, Type } from "@sinclair/typebox";
import { Cacheable } from "../../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../../http/operation.ts";
import { Described } from "../../../../http/schema/shapes.ts";
import { listNewestMaintenance } from "../../maintenance/index.ts";
import type { StatusSource } from "../answers.ts";
import { listOpenIncidents, listShownIncidents } from "../incidents/shown-incidents.ts";
import { REPORT_SECONDS } from "../system-status.ts";
import {
  buildComponents,
  buildIncident,
  buildMaintenance,
  buildPage,
  buildPageStatus,
  type PageFacts,
} from "./statuspage.ts";
import { Component, Incident, Page, PageStatus, ScheduledMaintenance } from "./statuspage-shape.ts";

/** As many as Statuspage lists. */
const LIST_LENGTH = 50;

interface Document {
  id: string;
  path: string;
  summary: string;
  description?: string;
  /** Members after `page`. */
  members: TProperties;
  make: (facts: PageFacts, source: StatusSource) => object;
}

const components = Type.Array(Component, { description: "Components of the service." });
const incidents = Type.Array(Incident, { description: "Incidents, newest first." });
const scheduled_maintenances = Type.Array(ScheduledMaintenance, {
  description: "Announced maintenance, newest first.",
});

const DOCUMENTS: readonly Document[] = [
  {
    id: "getStatuspageSummary",
    path: "/api/v2/summary.json",
    summary: "Read the status in Statuspage's format",
    description:
      "For aggregators of status pages: ok, warn and bad are operational, degraded_performance and major_outage. Statuspage has no status for a component without measurements: it is operational, and its description says so.",
    members: {
      components,
      incidents: Type.Array(Incident, { description: "Unresolved incidents." }),
      scheduled_maintenances: Type.Array(ScheduledMaintenance, {
        description: "Maintenance in progress and scheduled.",
      }),
      status: Described(PageStatus, "Overall status of the service."),
    },
    make: (facts, source) => ({
      components: buildComponents(facts),
      incidents: unresolved(facts, source),
      scheduled_maintenances: announced(facts),
      status: buildPageStatus(facts),
    }),
  },
  {
    id: "getStatuspageStatus",
    path: "/api/v2/status.json",
    summary: "Read the overall status in Statuspage's format",
    members: { status: Described(PageStatus, "Overall status of the service.") },
    make: (facts) => ({ status: buildPageStatus(facts) }),
  },
  {
    id: "listStatuspageComponents",
    path: "/api/v2/components.json",
    summary: "List the checks as Statuspage's components",
    members: { components },
    make: (facts) => ({ components: buildComponents(facts) }),
  },
  {
    id: "listStatuspageIncidents",
    path: "/api/v2/incidents.json",
    summary: "List incidents in Statuspage's format",
    description: `The newest ${LIST_LENGTH}, resolved ones too.`,
    members: { incidents },
    make: (facts, { sql }) => ({
      incidents: listShownIncidents(sql, { from: 0, limit: LIST_LENGTH }).map((each) =>
        buildIncident(each, facts),
      ),
    }),
  },
  {
    id: "listStatuspageUnresolved",
    path: "/api/v2/incidents/unresolved.json",
    summary: "List unresolved incidents in Statuspage's format",
    members: { incidents },
    make: (facts, source) => ({ incidents: unresolved(facts, source) }),
  },
  {
    id: "listStatuspageMaintenances",
    path: "/api/v2/scheduled-maintenances.json",
    summary: "List maintenance in Statuspage's format",
    description: `The newest ${LIST_LENGTH}, completed ones too.`,
    members: { scheduled_maintenances },
    make: (facts, { sql }) => ({
      scheduled_maintenances: listNewestMaintenance(sql, LIST_LENGTH).map((each) =>
        buildMaintenance(each, facts),
      ),
    }),
  },
  {
    id: "listStatuspageUpcoming",
    path: "/api/v2/scheduled-maintenances/upcoming.json",
    summary: "List scheduled maintenance in Statuspage's format",
    members: { scheduled_maintenances },
    make: (facts) => ({
      scheduled_maintenances: announced(facts).filter(({ status }) => status === "scheduled"),
    }),
  },
  {
    id: "listStatuspageActive",
    path: "/api/v2/scheduled-maintenances/active.json",
    summary: "List maintenance in progress in Statuspage's format",
    members: { scheduled_maintenances },
    make: (facts) => ({
      scheduled_maintenances: announced(facts).filter(({ status }) => status === "in_progress"),
    }),
  },
];

function unresolved(facts: PageFacts, { sql }: StatusSource) {
  return listOpenIncidents(sql).map((each) => buildIncident(each, facts));
}

function announced(facts: PageFacts) {
  return facts.report.maintenance.map((window) => buildMaintenance(window, facts));
}

/** The public documents of Statuspage's API. */
export function statuspageRoutes(source: StatusSource): Operation[] {
  return DOCUMENTS.map(({ members, make, ...document }) =>
    readOperation({
      ...document,
      method: "GET",
      group: "status",
      access: anyone(),
      response: Type.Object({ page: Described(Page, "The page that shows these figures."), ...members }),
      validators: true,
      read: async ({ baseUrl }) => {
        const { brandName, status, installedAt } = source;
        const report = await status.current();
        const facts = { report, status, installedAt, baseUrl, name: brandName() };
        return new Cacheable({ page: buildPage(facts), ...make(facts, source) }, report.at, REPORT_SECONDS);
      },
    }),
  );
}

/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { EnteredTime, Flag, OneOf, Repeated, Words } from "../../../http/schema/shapes.ts";
import { timeOfEntry } from "../../../kit/clock.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminView } from "../../platform/admin-page/index.ts";
import { INCIDENT_STATES, openIncident, updateIncidentBy } from "../../status/incidents/index.ts";
import { IncidentsContent } from "./incidents-page.tsx";
import { IncidentList, IncidentPath, ListQuery } from "./model.ts";
import { readList } from "./read.ts";

const PATH = "/admin/ops/incidents";

/** The page with the same filters at another offset. */
function pageAt(query: Static<typeof IncidentList>["query"], offset: number): string {
  const given = Object.entries({ ...query, offset }).filter(([, value]) => value !== null);
  return `${PATH}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Incidents as a page and as JSON, and the forms to create and update them. */
export function incidentPages(site: Site, live: Database, checks: readonly string[]): Operation[] {
  return [
    adminView(site, {
      id: "listIncidents",
      path: PATH,
      group: "ops",
      summary: "List automatic and operators' incidents, newest first",
      title: "Incidents",
      query: ListQuery,
      response: IncidentList,
      read: ({ query, now }) => readList(live.read, query, now),
      page: ({ incidents, pagination, query }, { reader, now }) => (
        <IncidentsContent
          {...{ incidents, reader, now, checks }}
          older={pagination.next_offset === null ? null : pageAt(query, pagination.next_offset)}
        />
      ),
    }),
    adminForm(site, {
      id: "openIncidentForm",
      path: `${PATH}/open`,
      summary: "Create an incident",
      done: "Incident created.",
      role: "operator",
      form: Type.Object({
        title: Words(200),
        severity: OneOf(["warn", "bad"]),
        message: Type.Optional(Type.String({ maxLength: 4000 })),
        started_at: Type.Optional(EnteredTime()),
        public: Type.Optional(Flag()),
        checks: Type.Optional(Repeated(OneOf(checks))),
      }),
      errors: ["state_conflict"],
      submit: async ({ actor, body }) => {
        const { title, severity, message = null, checks: named = [] } = body;
        const wanted = { title, severity, message, checks: named, state: "investigating" } as const;
        const startedAt = body.started_at === undefined ? null : timeOfEntry(body.started_at);
        const made = await live.writer.run((tx) =>
          openIncident(tx, actor, { ...wanted, startedAt, isPublic: body.public === true }),
        );
        return seeOther(`${PATH}#incident-${made.id}`);
      },
    }),
    adminForm(site, {
      id: "updateIncidentForm",
      path: `${PATH}/{incident_id}/tell`,
      summary: "Post an incident update",
      done: "Update posted.",
      role: "operator",
      params: IncidentPath,
      form: Type.Object({
        state: OneOf(INCIDENT_STATES),
        message: Type.Optional(Type.String({ maxLength: 4000 })),
      }),
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params, body: { state, message = null } }) => {
        const id = Number(params.incident_id);
        await live.writer.run((tx) => updateIncidentBy(tx, actor, { id, state, message }));
        return seeOther(`${PATH}#incident-${id}`);
      },
    }),
  ];
}

/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { timeOfEntry } from "../../../kit/clock.ts";
import { formToken, nextPage, type Site } from "../../../pages/index.ts";
import { adminForm, adminPage, adminView, requireUnchanged } from "../../platform/admin-page/index.ts";
import {
  findIncident,
  incidentDeskPath,
  NEW_INCIDENT_PATH,
  openIncident,
  updateIncidentBy,
} from "../../status/incidents/index.ts";
import { countByKind } from "../../status/subscribers/index.ts";
import { openForm, PrefillQuery, shownInForm, UpdateForm, UpdateQuery } from "./forms.ts";
import { type IncidentParts, readDetail } from "./incident-detail.ts";
import { IncidentContent } from "./incident-page.tsx";
import { IncidentsContent, PATH } from "./incidents-page.tsx";
import { IncidentList, IncidentPath, ListQuery } from "./model.ts";
import { NewIncidentContent } from "./new-incident-page.tsx";
import { listAffectedPartners } from "./partner-store.ts";
import { readList, requireShown } from "./read.ts";
import { templateText } from "./templates.ts";

/** Incidents as a list, a page each, and the forms to create and update them. */
export function incidentPages(site: Site, parts: IncidentParts): Operation[] {
  return [listPage(site, parts), ...newIncident(site, parts), incidentPage(site, parts), update(site, parts)];
}

function listPage(site: Site, { live }: IncidentParts): Operation {
  return adminView(site, {
    id: "listIncidents",
    path: PATH,
    group: "ops",
    summary: "List automatic and operators' incidents, newest first",
    title: "Incidents",
    query: ListQuery,
    response: IncidentList,
    read: ({ query, now }) => readList(live.read, query, now),
    page: ({ incidents, pagination }, { reader, query, now }) => (
      <IncidentsContent
        {...{ incidents, reader, query, now }}
        subscribers={countByKind(live.read)}
        next={nextPage(pagination)}
      />
    ),
  });
}

function newIncident(site: Site, { live, status }: IncidentParts): Operation[] {
  const checks = status.checks.names;
  return [
    adminPage(site, {
      id: "newIncidentPage",
      path: NEW_INCIDENT_PATH,
      summary: "Declare an incident",
      title: "New incident",
      query: PrefillQuery,
      content: ({ query, reader }) => (
        <NewIncidentContent token={formToken(reader)} checks={checks} prefill={query} />
      ),
    }),
    adminForm(site, {
      id: "openIncidentForm",
      path: `${PATH}/open`,
      page: NEW_INCIDENT_PATH,
      summary: "Create an incident",
      done: "Incident created.",
      role: "operator",
      form: openForm(checks),
      errors: ["state_conflict"],
      submit: async ({ actor, body }) => {
        const { title, severity, message = null, checks: named = [] } = body;
        const wanted = { title, severity, message, checks: named, state: "investigating" } as const;
        const startedAt = body.started_at === undefined ? null : timeOfEntry(body.started_at);
        const made = await live.writer.run((tx) =>
          openIncident(tx, actor, { ...wanted, startedAt, isPublic: body.public === true }),
        );
        return seeOther(incidentDeskPath(made.id));
      },
    }),
  ];
}

function incidentPage(site: Site, parts: IncidentParts): Operation {
  const { live, status } = parts;
  return adminPage(site, {
    id: "incidentDeskPage",
    path: `${PATH}/{incident_id}`,
    summary: "An incident with its timeline and what it affects",
    title: ({ params }) => {
      const { id, title } = requireShown(live.read, Number(params.incident_id));
      return `Incident ${id}: ${title}`;
    },
    params: IncidentPath,
    query: UpdateQuery,
    errors: ["not_found"],
    content: async ({ params, query: { template }, reader, now }) => {
      const incident = requireShown(live.read, Number(params.incident_id));
      const affected = incident.checks.map((name) => status.checks.toTitle(name));
      const text = (state: NonNullable<typeof template>) =>
        templateText(state, { ...incident, affected, now });
      return (
        <IncidentContent
          {...{ incident, reader, now }}
          detail={await readDetail(parts, incident, now)}
          partners={listAffectedPartners(live.read, {
            from: incident.startedAt,
            to: incident.endedAt ?? now,
          })}
          template={template === undefined ? null : { state: template, text: text(template) }}
        />
      );
    },
  });
}

function update(site: Site, { live }: IncidentParts): Operation {
  return adminForm(site, {
    id: "updateIncidentForm",
    path: `${PATH}/{incident_id}/tell`,
    summary: "Post an incident update",
    done: ({ visibility }) =>
      visibility === "private" ? "Update saved; operators only see it." : "Update posted.",
    role: "operator",
    params: IncidentPath,
    form: UpdateForm,
    errors: ["not_found", "state_conflict"],
    submit: async ({ actor, params, body }) => {
      const id = Number(params.incident_id);
      await live.writer.run((tx) => {
        const before = findIncident(tx, id);
        if (before !== null) requireUnchanged(shownInForm(before), body.seen);
        updateIncidentBy(tx, actor, { id, ...changedBy(body, before) });
      });
      return seeOther(incidentDeskPath(id));
    },
  });
}

/** The changes that the form makes; it sends unchanged fields too. */
function changedBy(
  { state, severity, visibility, message }: Static<typeof UpdateForm>,
  before: ReturnType<typeof findIncident>,
) {
  const isPublic = visibility === undefined ? undefined : visibility === "public";
  return {
    state,
    message: message ?? null,
    ...(severity !== undefined && severity !== before?.severity && { severity }),
    ...(isPublic !== undefined && isPublic !== before?.isPublic && { isPublic }),
  };
}

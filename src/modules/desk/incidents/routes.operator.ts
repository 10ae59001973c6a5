import { type Static, Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { timeOrNull } from "../../../kit/clock.ts";
import { requireOperator } from "../../platform/admin-page/index.ts";
import { type ExportParts, exportOperation } from "../../platform/exports/index.ts";
import {
  type OperatorIncident,
  openIncident,
  updateIncidentBy,
  withdrawUpdate,
} from "../../status/incidents/index.ts";
import { findShownIncident } from "../../status/system/index.ts";
import { DESK_ERRORS } from "../errors.ts";
import { makeDraft } from "./draft.ts";
import { Draft, DraftQuery } from "./draft-model.ts";
import { draftMarkdown, draftText } from "./draft-text.ts";
import { type IncidentParts, readDetail } from "./incident-detail.ts";
import {
  bodies,
  DetailQuery,
  ExportQuery,
  IncidentAnswer,
  IncidentDetail,
  IncidentExport,
  IncidentPath,
  UpdatePath,
} from "./model.ts";
import { incidentView, readExport, requireShown } from "./read.ts";
import { toChanges } from "./update-body.ts";

const PATH = "/admin/ops/incidents";

const READ = { method: "GET", group: "ops", access: operator("viewer") } as const;

const WRITE = {
  method: "POST",
  group: "ops",
  access: operator("operator"),
  response: IncidentAnswer,
} as const;

const COLUMNS = [
  "id",
  "title",
  "state",
  "severity",
  "checks",
  "source",
  "started_at",
  "ended_at",
  "public",
] as const;

/** Operator API of incidents: create, update, resolve, export and draft. */
export function incidentRoutes(parts: IncidentParts & ExportParts): Operation[] {
  return [...changes(parts.status.checks.names), ...reads(parts), ...drafts(parts)];
}

function changes(checks: readonly string[]): Operation[] {
  const { Open, Update, Resolve } = bodies(checks);
  return [openRoute(Open), updateRoute(Update), resolveRoute(Resolve), withdrawRoute()];
}

type Bodies = ReturnType<typeof bodies>;

function openRoute(body: Bodies["Open"]): Operation {
  return writeOperation({
    ...WRITE,
    id: "openIncident",
    path: PATH,
    summary: "Create an incident",
    outcome: "The incident was created.",
    description:
      "In addition to incidents that checks open automatically. Each edit is logged in the signed log as salted hashes of its texts, kind `incident`.",
    body,
    errors: ["state_conflict"],
    write: (tx, { actor, body: asked }) => {
      const { title, severity = "warn", checks = [], state = "investigating", message = null } = asked;
      const incident = { title, severity, checks, state, isPublic: asked.public ?? false, message };
      const startedAt = timeOrNull(asked.started_at);
      return answerOf(tx, openIncident(tx, requireOperator(actor), { ...incident, startedAt }));
    },
  });
}

function updateRoute(body: Bodies["Update"]): Operation {
  return writeOperation({
    ...WRITE,
    id: "updateIncident",
    path: `${PATH}/{incident_id}/updates`,
    summary: "Post an incident update",
    outcome: "The update was posted.",
    description: "A resolved incident accepts only the state postmortem.",
    params: IncidentPath,
    body,
    errors: ["not_found", "state_conflict"],
    write: (tx, { actor, params, body: asked }) => {
      const id = Number(params.incident_id);
      refuseAutomatic(tx, id);
      return answerOf(tx, updateIncidentBy(tx, requireOperator(actor), { id, ...toChanges(asked) }));
    },
  });
}

function resolveRoute(body: Bodies["Resolve"]): Operation {
  return writeOperation({
    ...WRITE,
    id: "resolveIncident",
    path: `${PATH}/{incident_id}/resolve`,
    summary: "Resolve an incident",
    outcome: "The incident is resolved.",
    params: IncidentPath,
    body,
    errors: ["not_found", "state_conflict"],
    write: (tx, { actor, params, body: { message = null } }) => {
      const id = Number(params.incident_id);
      refuseAutomatic(tx, id);
      const wanted = { id, edit: "resolved", state: "resolved", message } as const;
      return answerOf(tx, updateIncidentBy(tx, requireOperator(actor), wanted));
    },
  });
}

function withdrawRoute(): Operation {
  return writeOperation({
    ...WRITE,
    id: "withdrawIncidentText",
    path: `${PATH}/{incident_id}/updates/{update_id}/withdraw`,
    summary: "Withdraw the texts of an update",
    outcome: "The texts of the update were deleted with their salt.",
    description:
      "Deletes message, title and their salt; without the salt, the hashes in the signed log cannot be tested against guesses. Notices with these texts that are not sent yet are cancelled. The incident's current title stays: to withdraw it, change it first, then withdraw the update that set it; an update without other texts is refused until then.",
    params: UpdatePath,
    body: Type.Object({}),
    errors: ["not_found", "state_conflict"],
    write: (tx, { actor, params }) => {
      const text = { id: Number(params.incident_id), updateId: Number(params.update_id) };
      return answerOf(tx, withdrawUpdate(tx, requireOperator(actor), text));
    },
  });
}

function reads(parts: IncidentParts & ExportParts): Operation[] {
  const { read: sql } = parts.live;
  return [
    exportOperation(parts, {
      id: "exportIncidentsCsv",
      path: `${PATH}/export`,
      summary: "Export incidents as CSV",
      query: ExportQuery,
      response: { mediaType: "text/csv", description: "One row per incident." },
      read: ({ query, now }) => ({
        list: "incidents",
        columns: COLUMNS,
        rows: readExport(sql, query, now).incidents.map((each) => ({
          ...each,
          checks: each.checks.join(" "),
        })),
      }),
    }),
    exportOperation(parts, {
      id: "exportIncidents",
      path: `${PATH}/export.json`,
      summary: "Export incidents",
      outcome: "The incidents that pass the filters.",
      query: ExportQuery,
      response: IncidentExport,
      read: ({ query, now }) => {
        const { incidents, query: asked } = readExport(sql, query, now);
        return { head: { query: asked }, list: "incidents", columns: COLUMNS, rows: incidents };
      },
    }),
    readOperation({
      ...READ,
      id: "getIncidentDetail",
      path: `${PATH}/detail.json`,
      summary: "Get an incident with its timeline, checks, errors and deliveries",
      query: DetailQuery,
      response: IncidentDetail,
      errors: ["not_found"],
      read: ({ query, now }) => readDetail(parts, requireShown(sql, query.id), now),
    }),
  ];
}

/** A text form of the draft. */
interface TextDraft {
  id: string;
  extension: "md" | "txt";
  mediaType: string;
  make: typeof draftText;
}

function drafts(parts: IncidentParts & ExportParts): Operation[] {
  const draft = { query: DraftQuery, errors: [DESK_ERRORS.incident_not_found] } as const;
  const text = ({ id, extension, mediaType, make }: TextDraft) =>
    exportOperation(parts, {
      ...draft,
      id,
      path: `${PATH}/draft.${extension}`,
      summary: `Draft an incident report as ${extension === "md" ? "Markdown" : "text"}`,
      response: { mediaType, description: "Same content as the JSON draft." },
      read: async ({ query, now }) => {
        const content = new Response(make(await makeDraft(parts, query, now)), {
          headers: { "content-type": `${mediaType}; charset=utf-8` },
        });
        return { content, rows: 1 };
      },
    });
  return [
    exportOperation(parts, {
      ...draft,
      id: "draftIncident",
      path: `${PATH}/draft.json`,
      summary: "Draft an incident report",
      outcome: "The draft of the incident's report.",
      response: Draft,
      read: async ({ query, now }) => ({
        content: await makeDraft(parts, withoutMeta(query), now),
        rows: 1,
      }),
    }),
    text({ id: "draftIncidentMarkdown", extension: "md", mediaType: "text/markdown", make: draftMarkdown }),
    text({ id: "draftIncidentText", extension: "txt", mediaType: "text/plain", make: draftText }),
  ];
}

function withoutMeta(query: Static<typeof DraftQuery>): Static<typeof DraftQuery> {
  const { include_meta: _, ...rest } = query as typeof query & { include_meta?: boolean };
  return rest;
}

function answerOf(tx: Tx, { id }: OperatorIncident) {
  const shown = findShownIncident(tx, id);
  if (shown === null) throw new Error(`incident ${id} was not stored`);
  return { incident: incidentView(shown) };
}

/** @throws Problem state_conflict for an automatic incident */
function refuseAutomatic(tx: Tx, id: number): void {
  if (findShownIncident(tx, id)?.source === "automatic")
    throw new Problem(
      "state_conflict",
      `Incident ${id} is automatic: the check that opened it will close it.`,
    );
}

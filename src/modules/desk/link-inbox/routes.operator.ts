import { Cacheable } from "../../../http/answers/answer.ts";
import type { Context, Operation } from "../../../http/operation.ts";
import { operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { requireOperator } from "../../platform/admin-page/index.ts";
import { exportOperation } from "../../platform/exports/index.ts";
import { DESK_ERRORS } from "../errors.ts";
import { answerDownload, answerExport, type ExportParts } from "./answer-export.ts";
import { createLink } from "./create-link.ts";
import { redeemToken } from "./download.ts";
import {
  DownloadQuery,
  EventsExport,
  ExportQuery,
  LinkAnswer,
  LinkPath,
  NewLinkBody,
  RemovedLink,
  Telemetry,
  TelemetryQuery,
  Verification,
} from "./model.ts";
import { linkView, readTelemetry, readVerification } from "./read.ts";
import { removeLink } from "./remove-link.ts";

const PATH = "/admin/ops/link-inbox";
const READ = { method: "GET", group: "ops", access: operator("viewer") } as const;
const WRITE = { method: "POST", group: "ops", access: operator("operator") } as const;
const GZIP = {
  mediaType: "application/gzip",
  description: "With compress=1, also if it was set when the token was created.",
};
const JSON_INSTEAD_OF_ROWS = {
  mediaType: "application/json",
  description: "With download_token=1 or debug=1.",
};
const CSV = { mediaType: "text/csv", description: "One row per event." };
const MAX_AGE_SECONDS = 30;

/** Operator API of the link inbox. */
export function linkInboxRoutes(parts: ExportParts & { startedAt: number }): Operation[] {
  const { live, startedAt } = parts;
  return [
    ...linkRoutes(),
    ...eventExportRoutes(parts),
    exportOperation(parts, {
      id: "getLinkExportTelemetry",
      path: `${PATH}/events/export-telemetry.json`,
      summary: "List exports of the link inbox by operator",
      query: TelemetryQuery,
      response: Telemetry,
      read: ({ query }) => {
        const content = readTelemetry(live.read, query.requested_by ?? null);
        return { content, rows: content.count };
      },
    }),
    readOperation({
      ...READ,
      id: "getLinkVerification",
      path: `${PATH}/verification-summary.json`,
      summary: "Count links by state and status family",
      outcome: "The number of links by state and status family.",
      response: Verification,
      validators: true,
      read: () => {
        const { body, at } = readVerification(live.read);
        return new Cacheable(body, at ?? startedAt, MAX_AGE_SECONDS);
      },
    }),
  ];
}

function linkRoutes(): Operation[] {
  return [
    writeOperation({
      ...WRITE,
      id: "addInboxLink",
      path: `${PATH}/links`,
      summary: "Add a link to the inbox",
      outcome: "The link was added, and the job will check it.",
      description:
        "The job link_inbox checks it with HEAD, then GET. The rules for webhook targets apply to the URL and to each of at most 5 redirects. Two 2xx answers six hours apart resolve it.",
      body: NewLinkBody,
      response: LinkAnswer,
      errors: ["state_conflict"],
      write: (tx, { actor, body }) => {
        const { url = null, issue_id = null, note = null } = body;
        return { link: linkView(createLink(tx, requireOperator(actor), { url, issueId: issue_id, note })) };
      },
    }),
    writeOperation({
      ...WRITE,
      id: "removeInboxLink",
      path: `${PATH}/links/{id}/remove`,
      summary: "Remove a link from the inbox",
      outcome: "The link was removed.",
      description: "It is no longer checked or counted; its events stay. To correct a link, add it again.",
      params: LinkPath,
      response: RemovedLink,
      errors: ["not_found"],
      write: (tx, { actor, params }) => ({
        link: linkView(removeLink(tx, requireOperator(actor), params.id)),
      }),
    }),
  ];
}

function eventExportRoutes(parts: ExportParts): Operation[] {
  const { live } = parts;
  return [
    readOperation({
      ...READ,
      id: "exportLinkEvents",
      path: `${PATH}/events/export.json`,
      summary: "Export link events",
      outcome: "The events that pass the filters.",
      description:
        "Filters are combined with AND. Includes events up to the time of the request. With checksum=1 the rows are read twice, once for the hash.",
      query: ExportQuery,
      response: EventsExport,
      otherResponses: [GZIP],
      answerHeaders: ["X-Export-SHA256"],
      errors: ["safe_mode"],
      read: (context) => answerExport(parts, { format: "json", query: context.query }, requesterOf(context)),
    }),
    readOperation({
      ...READ,
      id: "exportLinkEventsCsv",
      path: `${PATH}/events/export.csv`,
      summary: "Export link events as CSV",
      description: "Same parameters as export.json. With download_token=1 or debug=1 the answer is JSON.",
      query: ExportQuery,
      response: CSV,
      otherResponses: [GZIP, JSON_INSTEAD_OF_ROWS],
      answerHeaders: ["X-Export-SHA256"],
      errors: ["safe_mode"],
      read: (context) => answerExport(parts, { format: "csv", query: context.query }, requesterOf(context)),
    }),
    readOperation({
      ...READ,
      id: "downloadLinkEvents",
      path: `${PATH}/events/export-download.csv`,
      summary: "Download an export with a token",
      description: "Also requires the credentials of the operator who created the token.",
      query: DownloadQuery,
      response: CSV,
      otherResponses: [GZIP],
      answerHeaders: ["X-Export-SHA256"],
      errors: ["not_found", DESK_ERRORS.download_token_used],
      read: async (context) => {
        const requester = requesterOf(context);
        const request = {
          token: context.query.download_token,
          operator: requester.actor.name,
          isDryRun: requester.method === "HEAD",
        };
        const filters = await live.writer.run((tx) => redeemToken(tx, request));
        return answerDownload(parts, filters, requester);
      },
    }),
  ];
}

function requesterOf({
  actor,
  method,
  requestId,
  now,
}: Pick<Context, "actor" | "method" | "requestId" | "now">) {
  return { actor: requireOperator(actor), method, requestId, now };
}

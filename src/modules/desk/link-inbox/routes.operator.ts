import { Cacheable } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor, Context, Operation, OperatorActor } from "../../../http/operation.ts";
import { operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { exportOperation } from "../../platform/exports/index.ts";
import { DESK_ERRORS } from "../errors.ts";
import { addLink } from "./add-link.ts";
import { answerDownload, answerExport, type ExportParts } from "./answer-export.ts";
import { redeemToken } from "./download.ts";
import {
  DownloadQuery,
  EventsExport,
  ExportQuery,
  LinkAnswer,
  NewLinkBody,
  Telemetry,
  TelemetryQuery,
  Verification,
} from "./model.ts";
import { linkView, readTelemetry, readVerification } from "./read.ts";

const PATH = "/admin/ops/link-inbox";
const READ = { method: "GET", group: "ops", access: operator("viewer") } as const;
const GZIP = {
  mediaType: "application/gzip",
  description: "With compress=1, or where it was asked for with the token.",
};
const JSON_IN_PLACE_OF_ROWS = {
  mediaType: "application/json",
  description: "With download_token=1 or debug=1.",
};
const CSV = { mediaType: "text/csv", description: "One row per event." };
const MAX_AGE_SECONDS = 30;

/** Links for programs of operators. */
export function linkInboxRoutes(parts: ExportParts & { startedAt: number }): Operation[] {
  const { live, startedAt } = parts;
  return [
    writeOperation({
      id: "addInboxLink",
      method: "POST",
      path: `${PATH}/links`,
      group: "ops",
      summary: "Take a link into the inbox",
      description:
        "The job link_inbox checks it: HEAD, then GET, by the rules for webhook targets at each of at most 5 redirects. Two answers of 2xx six hours apart resolve it.",
      access: operator("operator"),
      body: NewLinkBody,
      response: LinkAnswer,
      errors: ["state_conflict"],
      write: (tx, { actor, body }) => {
        const { url = null, issue_id = null, note = null } = body;
        return { link: linkView(addLink(tx, operatorOf(actor), { url, issueId: issue_id, note })) };
      },
    }),
    readOperation({
      ...READ,
      id: "exportLinkEvents",
      path: `${PATH}/events/export.json`,
      summary: "Export what happened to links",
      description:
        "All filters hold together. Rows up to the newest event at the time of asking; with checksum=1 they are made twice: hashed, then sent.",
      query: ExportQuery,
      response: EventsExport,
      otherResponses: [GZIP],
      answerHeaders: ["X-Export-SHA256"],
      errors: ["safe_mode"],
      read: (context) => answerExport(parts, "json", context.query, askedBy(context)),
    }),
    readOperation({
      ...READ,
      id: "exportLinkEventsCsv",
      path: `${PATH}/events/export.csv`,
      summary: "Export what happened to links as CSV",
      description: "As export.json. With download_token=1 or debug=1 the answer is JSON, as there.",
      query: ExportQuery,
      response: CSV,
      otherResponses: [GZIP, JSON_IN_PLACE_OF_ROWS],
      answerHeaders: ["X-Export-SHA256"],
      errors: ["safe_mode"],
      read: (context) => answerExport(parts, "csv", context.query, askedBy(context)),
    }),
    readOperation({
      ...READ,
      id: "downloadLinkEvents",
      path: `${PATH}/events/export-download.csv`,
      summary: "Download an export by its token",
      description: "Needs the credentials of the operator who asked for the token, too.",
      query: DownloadQuery,
      response: CSV,
      otherResponses: [GZIP],
      answerHeaders: ["X-Export-SHA256"],
      errors: ["not_found", DESK_ERRORS.download_token_used],
      read: async (context) => {
        const asked = askedBy(context);
        const request = {
          token: context.query.download_token,
          operator: asked.actor.name,
          isTrial: asked.method === "HEAD",
        };
        const filters = await live.writer.run((tx) => redeemToken(tx, request));
        return answerDownload(parts, filters, asked);
      },
    }),
    exportOperation(parts, {
      id: "getLinkExportTelemetry",
      path: `${PATH}/events/export-telemetry.json`,
      summary: "Read who exported what of the link inbox",
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
      summary: "Count links by state and by the last answer's family",
      response: Verification,
      validators: true,
      read: () => {
        const { body, at } = readVerification(live.read);
        return new Cacheable(body, at ?? startedAt, MAX_AGE_SECONDS);
      },
    }),
  ];
}

function operatorOf(actor: Actor): OperatorActor {
  if (actor.kind !== "operator") throw new Problem("forbidden", "Sign in as an operator.");
  return actor;
}

function askedBy({ actor, method, requestId, now }: Pick<Context, "actor" | "method" | "requestId" | "now">) {
  return { actor: operatorOf(actor), method, requestId, now };
}

import type { Static } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { buildMeta, jsonResponse, successBody } from "../../../http/answers/respond.ts";
import { CSV_TYPE, countBytes } from "../../../http/answers/stream.ts";
import type { Context, OperatorActor } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { csvRow } from "../../../kit/formats/csv.ts";
import { countExport } from "../../platform/exports/index.ts";
import { issueToken } from "./download.ts";
import { explainEvents } from "./event-store.ts";
import { countMatching, type Export, type Format, readIdRange } from "./export.ts";
import {
  type ExportRequest,
  filtersView,
  type Presets,
  pickFilters,
  resolveExportRequest,
  type Span,
} from "./export-request.ts";
import { ExportQuery } from "./model.ts";
import { EXPORT_NAME, type SendParts, sendExport } from "./send-export.ts";

export interface ExportParts extends SendParts {
  presets: Presets;
  safeModeReason: () => string | null;
}

type Query = Static<typeof ExportQuery> & { include_meta?: boolean };
type Requester = Pick<Context, "method" | "requestId" | "now"> & { actor: OperatorActor };

const TOKEN_FILTERS = jsonColumn("link_inbox_tokens.filters", ExportQuery);

const DOWNLOAD_PATH = "/admin/ops/link-inbox/events/export-download.csv";

/** Answers an export request with its rows, their count, a download token, or the query plan. */
export async function answerExport(
  parts: ExportParts,
  { format, query }: { format: Format; query: Query },
  requester: Requester,
): Promise<object | Response> {
  const request = resolveExportRequest(query, parts.presets, requester.now);
  if (query.debug === true && requester.actor.role !== "owner")
    throw new Problem("forbidden", "Omit debug: only owners may see the query plan.", {
      reason: "role",
    });
  if (query.download_token === true) return tokenFor(parts, query, requester);
  const { read: sql } = parts.live;
  const range = request.isEmpty ? { fromId: 1, toId: 0 } : readIdRange(sql);
  const head = { query: filtersView(query), window: windowView(request.window) };
  const meta = query.include_meta === true ? buildMeta(requester.requestId, requester.now) : null;
  const json = (body: object) => jsonResponse(200, successBody(body, meta), {});
  if (query.debug === true && format === "csv")
    return countAnswer(parts, json({ ...head, debug: debugOf(parts, request, range) }), {
      format,
      requester,
    });
  if (query.count_only === true) {
    const count = await countMatching(sql, request.filter, range);
    const answer =
      format === "json"
        ? json({ ...head, count, ...(query.debug === true && { debug: debugOf(parts, request, range) }) })
        : new Response(csvRow(["count"]) + csvRow([count]), { headers: { "content-type": CSV_TYPE } });
    return countAnswer(parts, answer, { format, requester });
  }
  const each: Export = {
    format,
    filter: request.filter,
    fields: request.fields,
    ...range,
    frame:
      format === "csv"
        ? null
        : {
            before: {
              ...head,
              ...(query.debug === true && { debug: debugOf(parts, request, range) }),
              count: await countMatching(sql, request.filter, range),
            },
            after: meta === null ? {} : { meta },
          },
  };
  return sendExport(parts, each, {
    operator: requester.actor.name,
    source: "export",
    filters: pickFilters(query),
    withChecksum: query.checksum === true,
    compress: query.compress === true,
    isHead: requester.method === "HEAD",
  });
}

/** Counts a download that holds no events, once it has been sent. */
function countAnswer(
  parts: ExportParts,
  answer: Response,
  { format, requester }: { format: Format; requester: Requester },
): Response {
  if (requester.method === "HEAD") return answer;
  const use = {
    operator: requester.actor.name,
    export: EXPORT_NAME,
    format,
    source: "export",
    rows: 0,
  } as const;
  return countBytes(answer, (bytes) => countExport(parts, { ...use, bytes }));
}

/** The rows of a token's export, as CSV. */
export async function answerDownload(
  parts: ExportParts,
  filters: string,
  requester: Requester,
): Promise<Response> {
  const query = TOKEN_FILTERS.read(filters);
  const request = resolveExportRequest(query, parts.presets, requester.now);
  const range = request.isEmpty ? { fromId: 1, toId: 0 } : readIdRange(parts.live.read);
  return sendExport(
    parts,
    { format: "csv", filter: request.filter, fields: request.fields, ...range, frame: null },
    {
      operator: requester.actor.name,
      source: "token",
      filters: pickFilters(query),
      withChecksum: query.checksum === true,
      compress: query.compress === true,
      isHead: requester.method === "HEAD",
    },
  );
}

async function tokenFor(parts: ExportParts, query: Query, { actor, method }: Requester): Promise<object> {
  refuseInSafeMode(parts.safeModeReason());
  if (method === "HEAD") return {};
  const kept = { ...pickFilters(query), checksum: query.checksum, compress: query.compress };
  const { token, expiresAt } = await parts.live.writer.run((tx) => issueToken(tx, actor.name, kept));
  return {
    download_token: token,
    expires_at: isoUtc(expiresAt),
    url: `${DOWNLOAD_PATH}?download_token=${token}`,
  };
}

function debugOf({ live }: ExportParts, { filter }: ExportRequest, range: { fromId: number; toId: number }) {
  return { plan: explainEvents(live.read, filter), from_id: range.fromId, to_id: range.toId };
}

function windowView(window: Span | null) {
  return window === null ? null : { from: isoUtcOrNull(window.from), to: isoUtcOrNull(window.to) };
}

import type { Static } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { metaOf } from "../../../http/answers/respond.ts";
import { CSV_TYPE } from "../../../http/answers/stream.ts";
import type { Context, OperatorActor } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { csvRow } from "../../../kit/formats/csv.ts";
import { issueToken } from "./download.ts";
import { countMatching, type Export, type Format, rangeOf } from "./export.ts";
import { type ExportRequest, filtersOf, type Presets, requestOf, type Span } from "./export-request.ts";
import type { ExportQuery } from "./model.ts";
import { type SendParts, sendExport } from "./send-export.ts";
import { planOf } from "./store.ts";

export interface ExportParts extends SendParts {
  presets: Presets;
  safeModeReason: () => string | null;
}

type Query = Static<typeof ExportQuery> & { include_meta?: boolean };
type Asked = Pick<Context, "method" | "requestId" | "now"> & { actor: OperatorActor };

const DOWNLOAD_PATH = "/admin/ops/link-inbox/events/export-download.csv";

/** What an export was asked for: rows, their number, a token for them, or the plan. */
export async function answerExport(
  parts: ExportParts,
  format: Format,
  query: Query,
  asked: Asked,
): Promise<object | Response> {
  const request = requestOf(query, parts.presets, asked.now);
  if (query.debug === true && asked.actor.role !== "owner")
    throw new Problem("forbidden", "Leave debug out: only owners see the query's plan.");
  if (query.download_token === true) return tokenFor(parts, query, asked);
  const { read: sql } = parts.live;
  const range = request.isEmpty ? { fromId: 1, toId: 0 } : rangeOf(sql);
  const told = { query: filtersOf(query), window: windowView(request.window) };
  if (query.debug === true && format === "csv") return { ...told, debug: debugOf(parts, request, range) };
  if (query.count_only === true) {
    const count = await countMatching(sql, request.filter, range);
    return format === "json"
      ? { ...told, count, ...(query.debug === true && { debug: debugOf(parts, request, range) }) }
      : new Response(csvRow(["count"]) + csvRow([count]), { headers: { "content-type": CSV_TYPE } });
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
              ...told,
              ...(query.debug === true && { debug: debugOf(parts, request, range) }),
              count: await countMatching(sql, request.filter, range),
            },
            after: query.include_meta === true ? { meta: metaOf(asked.requestId, asked.now) } : {},
          },
  };
  return sendExport(parts, each, {
    operator: asked.actor.name,
    source: "export",
    filters: filtersOf(query),
    withChecksum: query.checksum === true,
    compress: query.compress === true,
    isHead: asked.method === "HEAD",
  });
}

/** The rows that a token stands for, as CSV. */
export async function answerDownload(parts: ExportParts, filters: string, asked: Asked): Promise<Response> {
  const query = JSON.parse(filters) as Query;
  const request = requestOf(query, parts.presets, asked.now);
  const range = request.isEmpty ? { fromId: 1, toId: 0 } : rangeOf(parts.live.read);
  return sendExport(
    parts,
    { format: "csv", filter: request.filter, fields: request.fields, ...range, frame: null },
    {
      operator: asked.actor.name,
      source: "token",
      filters: filtersOf(query),
      withChecksum: query.checksum === true,
      compress: query.compress === true,
      isHead: asked.method === "HEAD",
    },
  );
}

async function tokenFor(parts: ExportParts, query: Query, { actor, method }: Asked): Promise<object> {
  refuseInSafeMode(parts.safeModeReason());
  if (method === "HEAD") return {};
  const kept = { ...filtersOf(query), checksum: query.checksum, compress: query.compress };
  const { token, expiresAt } = await parts.live.writer.run((tx) => issueToken(tx, actor.name, kept));
  return {
    download_token: token,
    expires_at: isoUtc(expiresAt),
    url: `${DOWNLOAD_PATH}?download_token=${token}`,
  };
}

function debugOf({ live }: ExportParts, { filter }: ExportRequest, range: { fromId: number; toId: number }) {
  return { plan: planOf(live.read, filter), from_id: range.fromId, to_id: range.toId };
}

function windowView(window: Span | null) {
  return window === null ? null : { from: isoUtcOrNull(window.from), to: isoUtcOrNull(window.to) };
}

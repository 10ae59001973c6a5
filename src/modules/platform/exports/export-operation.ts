import { type Static, type TObject, Type } from "@sinclair/typebox";
import type { Meta } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { buildMeta, jsonResponse, successBody } from "../../../http/answers/respond.ts";
import { countBytes } from "../../../http/answers/stream.ts";
import { streamCsv, streamJson } from "../../../http/answers/stream-rows.ts";
import type { Declaration } from "../../../http/declaration.ts";
import { type Operation, type OperatorActor, operator, readOperation } from "../../../http/operation.ts";
import type { CsvCell } from "../../../kit/formats/csv.ts";
import { countExport, type ExportParts } from "./count-export.ts";
import type { ExportSource } from "./store.ts";

type StaticOf<Shape extends TObject | undefined> = Shape extends TObject
  ? Static<Shape>
  : Record<string, never>;

export interface ExportContext<Query> {
  query: Query;
  actor: OperatorActor;
  /** Unix milliseconds. */
  now: number;
  requestId: string;
  header(name: string): string | null;
  responseHeaders: Record<string, string>;
}

/** Rows of one export; JSON and CSV are made from the same rows (contract section 2). */
export interface ExportedRows<Row extends object = object> {
  /** JSON: the members before the list; `count` follows it. */
  head?: object;
  /** JSON: the member that holds the rows. */
  list: string;
  /** CSV: the columns, in order. */
  columns: readonly string[];
  rows: Iterable<Row>;
}

/** Any other export: a JSON object, or a body of another kind. */
export interface ExportedContent {
  content: object | Response;
  /** Number of rows; a function is called once the body has been sent. */
  rows: number | (() => number);
}

interface ExportDefinition<Query extends TObject | undefined>
  extends Pick<Declaration, "id" | "path" | "summary" | "outcome" | "response"> {
  description?: string;
  errors?: Declaration["errors"];
  query?: Query;
  /** `token` if the request uses a download token. */
  source?: ExportSource;
  read: (
    context: ExportContext<StaticOf<Query>>,
  ) => ExportedRows | ExportedContent | Promise<ExportedRows | ExportedContent>;
}

/**
 * An export of the operators' desk, for viewers: streamed, and every download counted with its operator, format, rows
 * and bytes (contract section 17). HEAD requests and refusals are not counted. It has no validators.
 */
export function exportOperation<Query extends TObject | undefined = undefined>(
  parts: ExportParts,
  { read, source = "export", query, ...definition }: ExportDefinition<Query>,
): Operation {
  const { name, format } = nameOf(definition.path);
  return readOperation({
    ...definition,
    method: "GET",
    group: "ops",
    access: operator("viewer"),
    query: query ?? Type.Object({}),
    read: async (context) => {
      const { actor, method, requestId, now, responseHeaders } = context;
      if (actor.kind !== "operator")
        throw new Problem("forbidden", "Sign in as an operator.", { reason: "operator_required" });
      const wantsMeta = (context.query as { include_meta?: boolean }).include_meta === true;
      const meta = wantsMeta ? buildMeta(requestId, now) : null;
      const own = {
        query: context.query as StaticOf<Query>,
        actor,
        now,
        requestId,
        responseHeaders,
        header: (header: string) => context.header(header),
      };
      const exported = await read(own);
      const { response, rows } = responseOf(exported, format, meta);
      if (method === "HEAD") return response;
      return countBytes(response, (bytes) =>
        countExport(parts, { operator: actor.name, export: name, format, source, rows: rows(), bytes }),
      );
    },
  });
}

/** The answer, and its number of rows once it has been sent. */
function responseOf(
  exported: ExportedRows | ExportedContent,
  format: string,
  meta: Meta | null,
): { response: Response; rows: () => number } {
  if ("content" in exported) {
    const { content, rows } = exported;
    const response =
      content instanceof Response ? content : jsonResponse(200, successBody(content, meta), {});
    return { response, rows: typeof rows === "number" ? () => rows : rows };
  }
  const { head = {}, list, columns } = exported;
  const counted = new CountedRows(exported.rows);
  const rows = () => counted.count;
  if (format === "csv")
    return { response: streamCsv(columns, counted as Iterable<Record<string, CsvCell>>), rows };
  const tail = () => ({ count: counted.count, ...(meta === null ? {} : { meta }) });
  return { response: streamJson({ head, list, rows: counted, tail }), rows };
}

/** Counts rows as they are read. */
class CountedRows implements Iterable<object> {
  count = 0;

  constructor(private readonly rows: Iterable<object>) {}

  *[Symbol.iterator](): Generator<object, void> {
    for (const row of this.rows) {
      this.count++;
      yield row;
    }
  }
}

/** An export's name and format, from its path: `/admin/ops/403-digest/export.json` is 403-digest/export as json. */
function nameOf(path: string): { name: string; format: string } {
  const [, name = path, format = "csv"] = /^(?:\/admin\/ops\/)?(.*?)(?:\.(\w+))?$/.exec(path) ?? [];
  return { name, format };
}

import type { Database } from "../../../db/database.ts";
import { JSON_TYPE } from "../../../http/answers/respond.ts";
import { CSV_TYPE, countBytes, streamText } from "../../../http/answers/stream.ts";
import type { Clock } from "../../../kit/clock.ts";
import { describeError } from "../../../kit/process/log.ts";
import { type ExportParts as CountParts, countExport } from "../../platform/exports/index.ts";
import { type Export, hashExport, streamExport } from "./export.ts";
import { insertExport } from "./token-store.ts";

export interface SendParts extends CountParts {
  live: Database;
  clock: Clock;
}

/** How an export is sent, and what is recorded about it. */
export interface SendOptions {
  operator: string;
  source: "export" | "token";
  filters: object;
  withChecksum: boolean;
  compress: boolean;
  /** HEAD sends no body and is not recorded. */
  isHead: boolean;
}

/** Name of the export in the usage of exports. */
export const EXPORT_NAME = "link-inbox/events/export";
const NAME = "link-inbox-events";

/** Streams an export, and records it once it has been read to the end. */
export async function sendExport(parts: SendParts, each: Export, options: SendOptions): Promise<Response> {
  const { live, clock } = parts;
  const startedAt = clock.now();
  const sha256 = options.withChecksum ? await hashExport(live.read, each) : null;
  const tally = { rows: 0, bytes: 0 };
  const headers: Record<string, string> = sha256 === null ? {} : { "x-export-sha256": sha256 };
  const type = each.format === "csv" ? CSV_TYPE : JSON_TYPE;
  const plain = streamText(streamExport(live.read, each, tally), type, headers);
  const sent = options.compress ? gzipped(plain, each, headers) : plain;
  if (options.isHead) return sent;
  return countBytes(sent, async (bytes) => {
    await live.writer
      .run((tx) =>
        insertExport(tx, {
          requested_by: options.operator,
          format: each.format,
          source: options.source,
          filters: JSON.stringify(options.filters),
          ...tally,
          is_compressed: options.compress ? 1 : 0,
          sha256,
          duration_ms: Math.max(0, Math.round(clock.now() - startedAt)),
        }),
      )
      .catch((error) => parts.log.warn("recording an export failed", { error: describeError(error) }));
    await countExport(parts, {
      operator: options.operator,
      export: options.source === "token" ? "link-inbox/events/export-download" : EXPORT_NAME,
      format: each.format,
      source: options.source,
      rows: tally.rows,
      bytes,
    });
  });
}

/** The response as a gzip file, compressed while it is read. */
function gzipped(plain: Response, { format }: Export, headers: Record<string, string>): Response {
  return new Response(plain.body?.pipeThrough(new CompressionStream("gzip")) ?? null, {
    headers: {
      ...headers,
      "content-type": "application/gzip",
      "content-disposition": `attachment; filename="${NAME}.${format}.gz"`,
    },
  });
}

import type { Database } from "../../../db/database.ts";
import { JSON_TYPE } from "../../../http/answers/respond.ts";
import { CSV_TYPE, countBytes, streamText } from "../../../http/answers/stream.ts";
import type { Clock } from "../../../kit/clock.ts";
import { describeError } from "../../../kit/process/log.ts";
import { type ExportParts as CountParts, countExport } from "../../platform/exports/index.ts";
import { type Export, hashOf, piecesOf } from "./export.ts";
import { insertExport } from "./token-store.ts";

export interface SendParts extends CountParts {
  live: Database;
  clock: Clock;
}

/** How an export is sent, and what telemetry keeps of it. */
export interface Sending {
  operator: string;
  source: "export" | "token";
  filters: object;
  withChecksum: boolean;
  compress: boolean;
  /** HEAD reads nothing, and is not counted. */
  isHead: boolean;
}

const NAME = "link-inbox-events";

/** Streams an export; it is counted, and telemetry kept, once it was read. */
export async function sendExport(parts: SendParts, each: Export, sending: Sending): Promise<Response> {
  const { live, clock } = parts;
  const startedAt = clock.now();
  const sha256 = sending.withChecksum ? await hashOf(live.read, each) : null;
  const tally = { rows: 0, bytes: 0 };
  const headers: Record<string, string> = sha256 === null ? {} : { "x-export-sha256": sha256 };
  const type = each.format === "csv" ? CSV_TYPE : JSON_TYPE;
  const plain = streamText(piecesOf(live.read, each, tally), type, headers);
  const sent = sending.compress ? gzipped(plain, each, headers) : plain;
  if (sending.isHead) return sent;
  return countBytes(sent, async (bytes) => {
    await live.writer
      .run((tx) =>
        insertExport(tx, {
          requested_by: sending.operator,
          format: each.format,
          source: sending.source,
          filters: JSON.stringify(sending.filters),
          ...tally,
          is_compressed: sending.compress ? 1 : 0,
          sha256,
          duration_ms: Math.max(0, Math.round(clock.now() - startedAt)),
        }),
      )
      .catch((error) => parts.log.warn("an export was not kept", { error: describeError(error) }));
    await countExport(parts, {
      operator: sending.operator,
      export: sending.source === "token" ? "link-inbox/events/export-download" : "link-inbox/events/export",
      format: each.format,
      source: sending.source,
      rows: tally.rows,
      bytes,
    });
  });
}

/** The same as a file, packed as it is read. */
function gzipped(plain: Response, { format }: Export, headers: Record<string, string>): Response {
  return new Response(plain.body?.pipeThrough(new CompressionStream("gzip")) ?? null, {
    headers: {
      ...headers,
      "content-type": "application/gzip",
      "content-disposition": `attachment; filename="${NAME}.${format}.gz"`,
    },
  });
}

import { Cacheable, CacheableStream } from "../../../../http/answers/answer.ts";
import type { MediaResponse } from "../../../../http/declaration.ts";
import { anyone } from "../../../../http/operation.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { type CsvCell, csvRow } from "../../../../kit/formats/csv.ts";
import { VERSION } from "../../../../kit/process/version.ts";
import { CHAIN_MODE_HEADERS, setChainMode } from "../../../platform/chain-access/index.ts";
import { type AuditRun, baselineChangedAt } from "../../audits/runs/index.ts";
import { selectRuns } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";

const MAX_AGE_SECONDS = 60;

/** Declarations shared by all operations of the group. */
export const TRANSPARENCY = {
  method: "GET",
  group: "transparency",
  access: anyone(),
  validators: true,
} as const;

/** The same of the group's CSV. */
export const TRANSPARENCY_CSV = { ...TRANSPARENCY, answerHeaders: CHAIN_MODE_HEADERS } as const;

export function documentAnswer(source: AuditSource, { body, changedAt }: Document<object>): Cacheable {
  return new Cacheable(body, modifiedAt(source, changedAt), MAX_AGE_SECONDS);
}

/** When the data changed or, since selectors follow it, the baseline. */
function modifiedAt({ live, startedAt, token }: AuditSource, changedAt: number | null): number {
  const { sql, tokenId } = selectRuns(live.read, token);
  return Math.max(changedAt ?? startedAt, tokenId === null ? 0 : baselineChangedAt(sql, tokenId));
}

interface CsvAnswer extends Document<readonly CsvCell[][]> {
  columns: readonly string[];
  responseHeaders: Record<string, string>;
}

/** A short CSV: a header row and the body's rows. */
export function csvAnswer(
  source: AuditSource,
  { columns, body, changedAt, responseHeaders }: CsvAnswer,
): Cacheable {
  setChainMode(responseHeaders, source.token);
  const text = [columns, ...body].map(csvRow).join("");
  return new Cacheable(text, modifiedAt(source, changedAt), MAX_AGE_SECONDS);
}

interface ExportAnswer {
  /** Null before the first run. */
  run: AuditRun | null;
  /** Format and query parameters; part of the ETag. */
  parameters: object;
  chunks: CacheableStream["chunks"];
}

/** Streams a run's rows. A run never changes, so run, hash, parameters and version identify the bytes. */
export function exportAnswer(
  source: AuditSource,
  { run, parameters, chunks }: ExportAnswer,
): CacheableStream {
  const { token } = source;
  const identity = [VERSION, token?.mode, token?.mint, run?.run, run?.rowsSha256, run?.label, parameters];
  const tag = sha256Hex(JSON.stringify(identity)).slice(0, 32);
  return new CacheableStream(chunks, {
    lastModifiedMs: modifiedAt(source, run?.finishedAt ?? null),
    maxAgeSeconds: MAX_AGE_SECONDS,
    tag,
  });
}

/** Declares a CSV response. @param example one row of cells, joined by commas */
export function csvResponse(description: string, columns: readonly string[], example: string): MediaResponse {
  return {
    mediaType: "text/csv",
    description: `RFC 4180: ${description}`,
    example: `${csvRow(columns)}${example}\r\n`,
  };
}

import { Cacheable, CacheableStream } from "../../../../http/answers/answer.ts";
import type { MediaResponse } from "../../../../http/declaration.ts";
import { anyone } from "../../../../http/operation.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { type CsvCell, csvRow } from "../../../../kit/formats/csv.ts";
import { VERSION } from "../../../../kit/process/version.ts";
import { type AuditRun, baselineChangedAt } from "../../audits/runs/index.ts";
import { runsOf } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";

const MAX_AGE_SECONDS = 60;

/** Shared by all operations of the group. */
export const TRANSPARENCY = {
  method: "GET",
  group: "transparency",
  access: anyone(),
  validators: true,
} as const;

export function documentAnswer(source: AuditSource, { body, changedAt }: Document<object>): Cacheable {
  return new Cacheable(body, modifiedAt(source, changedAt), MAX_AGE_SECONDS);
}

/** When the data changed or, since selectors follow it, the baseline. */
function modifiedAt({ live, startedAt, token }: AuditSource, changedAt: number | null): number {
  const { sql, tokenId } = runsOf(live.read, token);
  return Math.max(changedAt ?? startedAt, tokenId === null ? 0 : baselineChangedAt(sql, tokenId));
}

/** A short CSV: a header row and these cells. */
export function csvAnswer(
  source: AuditSource,
  columns: readonly string[],
  { body, changedAt }: Document<readonly CsvCell[][]>,
): Cacheable {
  const text = [columns, ...body].map(csvRow).join("");
  return new Cacheable(text, modifiedAt(source, changedAt), MAX_AGE_SECONDS);
}

/**
 * Rows of a run, streamed. What a run found never changes, so run, hash, parameters and build name the bytes.
 * @param run null before the first
 */
export function exportAnswer(
  source: AuditSource,
  run: AuditRun | null,
  parameters: object,
  chunks: CacheableStream["chunks"],
): CacheableStream {
  const { token } = source;
  const named = [VERSION, token?.mode, token?.mint, run?.run, run?.rowsSha256, run?.label, parameters];
  const tag = sha256Hex(JSON.stringify(named)).slice(0, 32);
  return new CacheableStream(chunks, modifiedAt(source, run?.finishedAt ?? null), MAX_AGE_SECONDS, tag);
}

/** @param columns with one row as an example */
export function csvResponse(description: string, columns: readonly string[], example: string): MediaResponse {
  return {
    mediaType: "text/csv",
    description: `RFC 4180: ${description}`,
    example: `${csvRow(columns)}${example}\r\n`,
  };
}

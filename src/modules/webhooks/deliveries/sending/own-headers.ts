import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../../db/json-column.ts";

/** A partner's own headers by name. */
export type OwnHeaders = Readonly<Record<string, string>>;

/** The opened text of `webhooks.headers_sealed`. */
export const OWN_HEADERS = jsonColumn("webhooks.headers_sealed", Type.Record(Type.String(), Type.String()));

const NAMES = jsonColumn("header_names", Type.Array(Type.String()));

/** Shown instead of a value that may be a token. */
export const MASK = "***";

/** @param names the column of a webhook or an attempt; null without headers */
export function readHeaderNames(names: string | null): string[] {
  return names === null ? [] : NAMES.read(names);
}

/** Text of the column, or null without headers. */
export function writeHeaderNames(headers: OwnHeaders): string | null {
  const names = Object.keys(headers);
  return names.length === 0 ? null : NAMES.write(names);
}

/** The headers with masked values. */
export function maskedHeaders(names: string | null): Record<string, string> {
  return Object.fromEntries(readHeaderNames(names).map((name) => [name, MASK]));
}

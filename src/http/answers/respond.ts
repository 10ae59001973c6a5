import { isoUtc } from "../../kit/clock.ts";
import { sha256Hex } from "../../kit/crypto/seal.ts";
import { remembered } from "../../kit/remembered.ts";
import type { Context } from "../context.ts";
import type { Cacheable, CacheableStream, Meta, Representation } from "./answer.ts";
import { type Bytes, isText, LEAST_BYTES } from "./compress.ts";
import { compressedStream, negotiate } from "./compressed.ts";
import { type Encoding, encodedTag, encodingFor, streamEncodingFor } from "./encoding.ts";
import { KEPT_FORMS } from "./kept-forms.ts";
import { preparedHeaders } from "./prepared-headers.ts";
import type { Problem } from "./problem.ts";
import { CSV_TYPE, streamEnd, streamText } from "./stream.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** The Content-Type header for a documented media type: all our texts are UTF-8. */
export function toContentType(mediaType: string): string {
  if (mediaType === "text/csv") return CSV_TYPE;
  return /^text\/|[/+](json|yaml|xml|javascript)$/.test(mediaType)
    ? `${mediaType}; charset=utf-8`
    : mediaType;
}

/** The `meta` member of an answer, requested by include_meta. */
export function buildMeta(requestId: string, nowMs: number): Meta {
  return { request_id: requestId, generated_at_utc: isoUtc(nowMs) };
}

/** The body of a success: `success` first, then the operation's members. */
export function successBody(body: object, meta: Meta | null): object {
  return meta === null ? { success: true, ...body } : { success: true, ...body, meta };
}

/** The text of a success without meta. Copying the members behind `success` would take longer than writing them. */
export function successText(body: object): string {
  if ("success" in body) return JSON.stringify(successBody(body, null));
  const text = JSON.stringify(body);
  return text === "{}" ? SUCCESS : `${OPEN_SUCCESS}${text.slice(1)}`;
}

const SUCCESS = JSON.stringify(successBody({}, null));
const OPEN_SUCCESS = `${SUCCESS.slice(0, -1)},`;

export function jsonResponse(status: number, body: object, headers: Record<string, string>): Response {
  return jsonTextResponse(status, JSON.stringify(body), headers);
}

/** The same for a body that is written already. */
export function jsonTextResponse(status: number, text: string, headers: Record<string, string>): Response {
  headers["content-type"] = JSON_TYPE;
  return new Response(text, { status, headers: preparedHeaders(headers) });
}

/** The body of a failure (contract section 2); `retry_class` only for partners. */
export function problemBody(problem: Problem, requestId: string, forPartner: boolean): object {
  return {
    success: false,
    error: problem.code,
    message: problem.message,
    request_id: requestId,
    ...(problem.options.details === undefined ? {} : { details: problem.options.details }),
    ...(forPartner ? { retry_class: problem.entry.retry_class } : {}),
    ...problem.options.extra,
  };
}

/** A request, and the headers of its answer so far. */
interface ConditionalRequest {
  request: Request;
  headers: Record<string, string>;
}

/**
 * Answers with a strong ETag of the exact bytes, Last-Modified and Cache-Control, or with 304. If-None-Match takes
 * precedence over If-Modified-Since (RFC 9110, section 13.2.2).
 */
export function conditional(
  { request, headers }: ConditionalRequest,
  { content, type, etag, lastModified, isCompressible }: Representation,
  { lastModifiedMs, maxAgeSeconds }: Cacheable,
): Response | Promise<Response> {
  const encoding = isCompressible ? negotiate({ request, headers }, encodingFor) : null;
  const tag = encoding === null ? etag : encodedTag(etag, encoding);
  headers.etag = tag;
  headers["last-modified"] = lastModified;
  headers["cache-control"] ??= cacheControl(maxAgeSeconds);
  if (notModified(request.headers, tag, wholeSeconds(lastModifiedMs)))
    return new Response(null, { status: 304, headers: preparedHeaders(headers) });
  headers["content-type"] = type;
  if (encoding !== null) return encodedResponse({ content, etag, encoding }, headers);
  return new Response(content, { status: 200, headers: preparedHeaders(headers) });
}

/** A function of its own: with its closures in `conditional`, every cached read would allocate what they capture. */
function encodedResponse(
  { content, etag, encoding }: Pick<Representation, "content" | "etag"> & { encoding: Encoding },
  headers: Record<string, string>,
): Response | Promise<Response> {
  headers["content-encoding"] = encoding;
  const send = (bytes: Bytes) => new Response(bytes, { status: 200, headers: preparedHeaders(headers) });
  const form = KEPT_FORMS.get(etag, encoding, () => bytesOf(content));
  return form instanceof Promise ? form.then(send) : send(form);
}

/** The same for a stream, which starts only if it is sent. An answer with meta has no validators. */
export function conditionalStream(
  { request, headers }: ConditionalRequest,
  { chunks, tag, lastModifiedMs, maxAgeSeconds }: CacheableStream,
  { type, meta, isCompressible }: { type: string; meta: Meta | null; isCompressible: boolean },
): Response {
  const encoding = isCompressible ? negotiate({ request, headers }, streamEncodingFor) : null;
  if (meta === null) {
    const etag = encoding === null ? `"${tag}"` : encodedTag(`"${tag}"`, encoding);
    headers.etag = etag;
    headers["last-modified"] = new Date(wholeSeconds(lastModifiedMs)).toUTCString();
    headers["cache-control"] ??= cacheControl(maxAgeSeconds);
    if (notModified(request.headers, etag, wholeSeconds(lastModifiedMs)))
      return new Response(null, { status: 304, headers });
  }
  return compressedStream(streamText(chunks(meta), type, headers), encoding);
}

/** The same text each time: a new one would have to be compared with that of the last answer. */
const cacheControl = remembered(100, (maxAgeSeconds: number) =>
  maxAgeSeconds === 0 ? "no-cache" : `public, max-age=${maxAgeSeconds}`,
);

interface RepresentationFacts {
  type: string;
  lastModifiedMs: number;
  /** Null for a hash of the bytes. */
  tag: string | null;
  /** Whether its compressed length may become known. */
  isCompressible: boolean;
}

/** The sent form of an answer: its bytes, their strong tag, and their age. */
export function representation(
  text: string,
  { type, lastModifiedMs, tag, isCompressible }: RepresentationFacts,
): Representation {
  const bytes = bytesOf(text);
  const lastModified = new Date(wholeSeconds(lastModifiedMs)).toUTCString();
  const content = bytes.length === text.length ? text : bytes;
  return {
    content,
    type,
    etag: `"${tag ?? sha256Hex(bytes).slice(0, 32)}"`,
    lastModified,
    isCompressible: isCompressible && bytes.length >= LEAST_BYTES && isText(type),
  };
}

function bytesOf(content: string | Bytes): Bytes {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** HTTP dates have no milliseconds. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** A finished answer; 304 if the request has its tag already. */
export function unlessKnown(response: Response, request: Request): Response {
  const etag = response.headers.get("etag");
  const isKnown =
    response.status === 200 && etag !== null && notModified(request.headers, etag, Number.POSITIVE_INFINITY);
  if (!isKnown) return response;
  void response.body?.cancel();
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "content-type"]) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

function notModified(headers: Headers, etag: string, lastModified: number): boolean {
  const noneMatch = headers.get("if-none-match");
  if (noneMatch === etag) return true;
  if (noneMatch !== null) {
    return noneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
  }
  const since = headers.get("if-modified-since");
  // False for a text that is not a date, since NaN compares with nothing.
  return since !== null && lastModified <= Date.parse(since);
}

/** The answer without its body, for HEAD; Content-Length is kept if the whole body is available, and chunks are said. */
export async function withoutBody(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  if (streamEnd(response) !== undefined) {
    await response.body?.cancel();
    // Bun would say a length of 0.
    headers.set("transfer-encoding", "chunked");
  } else if (response.body !== null) {
    headers.set("content-length", String((await response.arrayBuffer()).byteLength));
  }
  return new Response(null, { status: response.status, headers });
}

/** Whether the request asked for meta. */
export function wantsMeta({ query }: Context): boolean {
  return (query as { include_meta?: boolean }).include_meta === true;
}

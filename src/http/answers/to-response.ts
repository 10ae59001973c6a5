import { describeError } from "../../kit/process/log.ts";
import type { Operation } from "../operation.ts";
import type { Call } from "../services.ts";
import {
  Accepted,
  type Answer,
  Cacheable,
  CacheableStream,
  NewsStream,
  Redirect,
  type Representation,
} from "./answer.ts";
import { ANSWER_TEXT } from "./answer-text.ts";
import { LEAST_BYTES } from "./compress.ts";
import { compressed } from "./compressed.ts";
import {
  buildMeta,
  conditional,
  conditionalStream,
  JSON_TYPE,
  jsonTextResponse,
  representation,
  successBody,
  successText,
  toContentType,
  unlessKnown,
  wantsMeta,
} from "./respond.ts";
import { streamEnd, streamNews } from "./stream.ts";

/** An operation's answer as HTTP, with the exchange's headers. */
export function toResponse(operation: Operation, call: Call, result: Answer): Response | Promise<Response> {
  const { exchange } = call;
  const { context, headers, now, requestId } = exchange;
  const withMeta = context !== null && wantsMeta(context);
  exchange.result = result;
  if (result instanceof CacheableStream) {
    const meta = withMeta ? buildMeta(requestId, now) : null;
    const isCompressible = mayCompress(operation);
    return watched(
      conditionalStream(exchange, result, { type: typeOf(operation), meta, isCompressible }),
      call,
    );
  }
  if (result instanceof NewsStream) {
    const taken = () => exchange.connection.endAfter(result.idleSeconds);
    const response = streamNews({ start: result.chunks, taken }, typeOf(operation), headers);
    void streamEnd(response)?.then(result.ended);
    return logged(response, call);
  }
  if (result instanceof Response) {
    watched(result, call);
    for (const [name, value] of Object.entries(headers)) {
      if (!result.headers.has(name)) result.headers.set(name, value);
    }
    const { request } = exchange;
    const form = mayCompress(operation) ? compressed(result, request) : result;
    return form instanceof Promise
      ? form.then((each) => unlessKnown(each, request))
      : unlessKnown(form, request);
  }
  if (result instanceof Redirect) {
    headers.location = result.location;
    return new Response(null, { status: 302, headers });
  }
  if (result instanceof Cacheable && result.kept !== null) Object.assign(headers, result.kept);
  if (result instanceof Cacheable && !withMeta) {
    if (!operation.access.isPublic) headers["cache-control"] = `private, max-age=${result.maxAgeSeconds}`;
    result.represented ??= represent(operation, result);
    return conditional(exchange, result.represented, result);
  }
  const body = result instanceof Cacheable || result instanceof Accepted ? objectOf(result.body) : result;
  const status = result instanceof Accepted ? 202 : operation.status;
  const text = withMeta ? JSON.stringify(successBody(body, buildMeta(requestId, now))) : successText(body);
  const response = jsonTextResponse(status, text, headers);
  if (text.length < LEAST_BYTES || !mayCompress(operation)) return response;
  return compressed(response, exchange.request);
}

/**
 * Whether the length of an operation's answers may tell more of them than their plain length (BREACH): anyone gets the
 * same, so that they hold no secret of the caller.
 */
function mayCompress({ access, method }: Operation): boolean {
  return access.isPublic && method === "GET";
}

function objectOf(body: object | string): object {
  return typeof body === "string" ? ANSWER_TEXT.read(body) : body;
}

/** The exact bytes of an answer: JSON with `success`, or the content itself. */
function represent(operation: Operation, { body, lastModifiedMs, tag }: Cacheable): Representation {
  const facts = { lastModifiedMs, tag, isCompressible: mayCompress(operation) };
  if (typeof body === "object") return representation(successText(body), { ...facts, type: JSON_TYPE });
  return representation(body, { ...facts, type: typeOf(operation) });
}

/** Content-Type of an operation's success. */
function typeOf({ response }: Operation): string {
  return "mediaType" in response ? toContentType(response.mediaType) : JSON_TYPE;
}

/** Keeps a long answer's connection open, and logs an early end. */
function watched(response: Response, call: Call): Response {
  call.exchange.connection.keepOpen();
  return logged(response, call);
}

function logged(response: Response, { exchange, services }: Call): Response {
  void streamEnd(response)?.then((error) => {
    if (error === null) return;
    services.log.error("answer cut off", { request_id: exchange.requestId, error: describeError(error) });
  });
  return response;
}

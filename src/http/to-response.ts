import { describeError } from "../kit/log.ts";
import { Accepted, type Answer, Cacheable, Redirect, type Representation } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import {
  conditional,
  contentTypeOf,
  JSON_TYPE,
  jsonResponse,
  metaOf,
  representation,
  successBody,
} from "./respond.ts";
import type { HttpServices } from "./services.ts";
import { streamEnd } from "./stream.ts";

/** What an operation answered, as HTTP: with the headers that the exchange has gathered. */
export function toResponse(
  operation: Operation,
  services: HttpServices,
  exchange: Exchange,
  result: Answer,
  withMeta: boolean,
): Response {
  const { connection, headers, now, request, requestId } = exchange;
  exchange.result = result;
  if (result instanceof Response) {
    connection.keepOpen();
    void streamEnd(result)?.then((error) => {
      if (error === null) return;
      services.log.error("answer cut off", { request_id: requestId, error: describeError(error) });
    });
    for (const [name, value] of Object.entries(headers)) {
      if (!result.headers.has(name)) result.headers.set(name, value);
    }
    return result;
  }
  if (result instanceof Redirect) {
    headers.location = result.location;
    return new Response(null, { status: 302, headers });
  }
  if (result instanceof Cacheable && result.kept !== null) Object.assign(headers, result.kept);
  if (result instanceof Cacheable && !withMeta) {
    if (!operation.access.isPublic) headers["cache-control"] = `private, max-age=${result.maxAgeSeconds}`;
    result.represented ??= represent(operation, result);
    return conditional(request, result.represented, result, headers);
  }
  const body = result instanceof Cacheable || result instanceof Accepted ? objectOf(result.body) : result;
  const status = result instanceof Accepted ? 202 : operation.status;
  return jsonResponse(status, successBody(body, withMeta ? metaOf(requestId, now) : null), headers);
}

function objectOf(body: object | string): object {
  return typeof body === "string" ? (JSON.parse(body) as object) : body;
}

/** The exact bytes of an answer: JSON with `success`, or the content itself. */
function represent({ response }: Operation, { body, lastModifiedMs, tag }: Cacheable): Representation {
  if (typeof body === "object")
    return representation(JSON.stringify(successBody(body, null)), JSON_TYPE, lastModifiedMs, tag);
  const type = "mediaType" in response ? contentTypeOf(response.mediaType) : JSON_TYPE;
  return representation(body, type, lastModifiedMs, tag);
}

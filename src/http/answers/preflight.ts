import { beginExchange, type Endpoint } from "../exchange.ts";
import type { Operation } from "../operation.ts";
import type { HttpServices } from "../services.ts";

const ANY_ORIGIN = { "access-control-allow-origin": "*" };
const REQUEST_HEADERS = "authorization, content-type, x-request-id";
/** One day; browsers cap it themselves. */
const MAX_AGE_SECONDS = 86_400;
/** Headers that scripts of other origins may read. */
const EXPOSED = [
  "ETag",
  "Retry-After",
  "X-Audio-Share-Checksum",
  "X-Audio-Share-Track-Auth",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-ID",
].join(", ");

/** Allows pages of every origin to read the operation's answers (contract section 2). */
export function allowOrigins(operation: Operation, headers: Record<string, string>): void {
  headers["access-control-allow-origin"] = "*";
  if (operation.crossOrigin === true) headers["access-control-expose-headers"] = EXPOSED;
}

/** Answers the preflight request of browsers before a page of another origin may post here. */
export function createPreflight(methods: readonly string[], services: HttpServices): Endpoint {
  const answer = {
    ...ANY_ORIGIN,
    allow: [...methods, "OPTIONS"].sort().join(", "),
    "access-control-allow-methods": [...methods].sort().join(", "),
    "access-control-allow-headers": REQUEST_HEADERS,
    "access-control-max-age": String(MAX_AGE_SECONDS),
  };
  return (request, connection) => {
    const exchange = beginExchange(request, connection, services);
    return new Response(null, { status: 204, headers: { ...exchange.headers, ...answer } });
  };
}

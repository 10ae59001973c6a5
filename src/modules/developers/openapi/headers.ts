import type { Operation } from "../../../http/operation.ts";
import type { Components } from "./components.ts";
import { EXAMPLE_REQUEST_ID } from "./example-values.ts";
import type { Header, Parameter, Reference } from "./openapi.ts";

function integer(description: string, example: number): Header {
  return { description, schema: { type: "integer" }, example };
}

function text(description: string, example: string): Header {
  return { description, schema: { type: "string" }, example };
}

const HEADERS = {
  "X-Request-ID": text(
    "Names this request in the log; your own where you sent a valid one.",
    EXAMPLE_REQUEST_ID,
  ),
  "X-RateLimit-Limit": integer("Requests allowed per minute.", 600),
  "X-RateLimit-Remaining": integer("Requests left in this minute.", 599),
  "X-RateLimit-Reset": integer("Unix seconds at which the minute ends.", 1_795_255_260),
  "RateLimit-Policy": text("draft-ietf-httpapi-ratelimit-headers-10.", '"partner_key";q=600;w=60'),
  RateLimit: text("draft-ietf-httpapi-ratelimit-headers-10.", '"partner_key";r=599;t=42'),
  "Retry-After": integer("Seconds to wait before the next try.", 42),
  ETag: text(
    "Strong validator of the exact bytes: send it as If-None-Match.",
    '"9f86d081884c7d659a2feaa0c55ad015"',
  ),
  "Last-Modified": text("Time of the data: send it as If-Modified-Since.", "Sat, 21 Nov 2026 10:00:00 GMT"),
  "Cache-Control": text("How long the answer may be kept.", "public, max-age=60"),
  "Idempotency-Replayed": text("true if an earlier request with the same key was carried out.", "true"),
  Location: text("Where it leads.", "https://music.example/tracks/42"),
  "X-Audio-Share-Checksum": text(
    "SHA-256 of the answer's RFC 8785 form without `checksum`.",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ),
  "X-Audio-Share-Track-Auth": {
    ...text("What became of the bearer token.", "optional"),
    schema: {
      type: "string",
      enum: ["optional", "required_missing_bearer", "required_invalid_bearer", "required_valid_bearer"],
    },
  },
  "X-Chain-Mode": text(
    "demo: from the embedded demo chain, because no other is configured; rpc: from a chain; absent without one.",
    "rpc",
  ),
  "X-Export-SHA256": text(
    "With checksum=1: SHA-256 of the export before compression.",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ),
  "X-Usage-Legend": text(
    "The colour of each export in the drawing: name=#rrggbb, separated by semicolons.",
    "403-digest/export=#4a45c4; alerts-monitor/export=#0f766e",
  ),
  Allow: text("The methods that the path takes.", "GET, HEAD"),
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export function referToHeaders(
  names: readonly HeaderName[],
  components: Components,
): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, components.refer("headers", name, HEADERS[name])]));
}

export const VALIDATOR_HEADERS: readonly HeaderName[] = ["ETag", "Last-Modified", "Cache-Control"];

/** Headers of every response of an operation. */
export function commonHeaders({ access }: Pick<Operation, "access">): HeaderName[] {
  return access.isCounted
    ? [
        "X-Request-ID",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
      ]
    : ["X-Request-ID"];
}

const NONCE = {
  name: "X-Partner-Nonce",
  in: "header",
  description: "A fresh value for each request, retries too. It is signed.",
  schema: { type: "string", pattern: "^[0-9a-fA-F]{16,128}$" },
  example: "00112233445566778899aabbccddeeff",
} as const satisfies Parameter;

/** Request headers shared by operations, as components. */
const PARAMETERS = {
  RequestId: {
    name: "X-Request-ID",
    in: "header",
    description:
      "Your own id for this request, kept if it is 8 to 128 of A-Z a-z 0-9 . _ -; otherwise one is made.",
    schema: { type: "string" },
    example: EXAMPLE_REQUEST_ID,
  },
  Nonce: { ...NONCE, required: true },
  SandboxNonce: { ...NONCE, description: `${NONCE.description} Optional in the sandbox.` },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description:
      "Names the intent: 1 to 255 visible ASCII characters. Every retry of the same intent keeps it, and sends the same JSON value; a new intent takes a new one.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
    example: "order-1001",
  },
  OptionalIdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Names the intent: 1 to 255 visible ASCII characters, kept 30 days. The same key and payload get the first answer again, with Idempotency-Replayed: true.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
    example: "change-1001",
  },
  CsrfToken: {
    name: "X-CSRF-Token",
    in: "header",
    description:
      "The token of the signed-in session's forms, unless the body is a form with it in the field csrf_token; not needed with a bearer token.",
    schema: { type: "string" },
    example: "9f86d081884c7d659a2feaa0c55ad015",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of your copy: the answer is 304 if it is current.",
    schema: { type: "string" },
    example: '"9f86d081884c7d659a2feaa0c55ad015"',
  },
  IfModifiedSince: {
    name: "If-Modified-Since",
    in: "header",
    description: "An HTTP date: the answer is 304 if nothing is newer. If-None-Match takes precedence.",
    schema: { type: "string" },
    example: "Sat, 21 Nov 2026 10:00:00 GMT",
  },
} as const satisfies Record<string, Parameter>;

/** Request headers that an operation reads, except those of its signature. */
export function headerParameters(operation: Operation, components: Components): Reference[] {
  const names: (keyof typeof PARAMETERS)[] = [];
  if (operation.mutation) names.push(...operation.access.document.changeHeaders);
  if (operation.validators === true) names.push("IfNoneMatch", "IfModifiedSince");
  names.push("RequestId");
  return names.map((name) => components.refer("parameters", name, PARAMETERS[name]));
}

import { VERSION } from "../../../kit/process/version.ts";
import type { Span } from "../../../kit/tracing/tracer.ts";

/** Numbers of OTLP's enumeration. */
const KINDS = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;

/** The body of an export in OTLP's JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
export function otlpBody(spans: readonly Span[], resource: Record<string, string>): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ ...resource, "service.version": VERSION }) },
        scopeSpans: [{ scope: { name: "salute", version: VERSION }, spans: spans.map(spanOf) }],
      },
    ],
  });
}

function spanOf({ context, name, kind, startedAt, endedAt, attributes, error }: Span) {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(context.parentId === null ? {} : { parentSpanId: context.parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    ...(error === null ? {} : { status: { code: STATUS_ERROR, message: error } }),
  };
}

function attributesOf(attributes: Span["attributes"]) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } }];
  });
}

/** As text: these exceed a number's exact range. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

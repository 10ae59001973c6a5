import { setting } from "./setting.ts";
import { baseUrl, fraction, headerList, text } from "./values.ts";

/** OpenTelemetry's own names, of which the others have no effect. */
export const TRACING_SETTINGS = {
  otlpEndpoint: setting("OTEL_EXPORTER_OTLP_ENDPOINT", {
    fallback: "",
    example: "http://127.0.0.1:4318",
    meaning:
      "Receives traces of requests, deliveries and jobs at /v1/traces, as OTLP over HTTP in JSON; unset: none",
    parse: baseUrl,
  }),
  otlpHeaders: setting("OTEL_EXPORTER_OTLP_HEADERS", {
    fallback: "",
    example: "authorization=Bearer%20…",
    meaning: "Headers for that receiver: name=value pairs, comma-separated, values percent-encoded",
    parse: headerList,
    isSecret: true,
  }),
  otelServiceName: setting("OTEL_SERVICE_NAME", {
    fallback: "salute",
    example: "salute",
    meaning: "Name of this service in traces",
    parse: text,
  }),
  traceSampleRatio: setting("OTEL_TRACES_SAMPLER_ARG", {
    fallback: "1",
    example: "0.1",
    meaning: "Share of traces to record, from 0 to 1; callers' own traceparent decides for theirs",
    parse: fraction,
  }),
};

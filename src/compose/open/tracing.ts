import { hostname } from "node:os";
import type { Logger } from "../../kit/process/log.ts";
import { Tracer } from "../../kit/tracing/tracer.ts";
import { SpanExporter } from "../../modules/platform/tracing/index.ts";
import type { Config } from "../config.ts";

/** The exporter of traces; null if none are exported. */
export function openTracing(
  { otlpEndpoint, otlpHeaders, otelServiceName, traceSampleRatio }: Config,
  log: Logger,
): SpanExporter | null {
  if (otlpEndpoint === null) return null;
  return new SpanExporter({
    tracer: new Tracer(traceSampleRatio),
    collector: { endpoint: otlpEndpoint, headers: otlpHeaders },
    resource: { "service.name": otelServiceName, "host.name": hostname() },
    log,
  });
}

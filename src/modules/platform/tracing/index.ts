export { SpanExporter } from "./exporter.ts";

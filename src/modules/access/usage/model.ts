import { type Static, Type } from "@sinclair/typebox";
import { Described, Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { type Histogram, percentileMs, sampleCount } from "../../../kit/histogram.ts";

/** Hours for which counts are kept (contract section 11). */
export const MAX_HOURS = 840;

export const HoursQuery = Type.Object({
  hours: Type.Integer({
    minimum: 1,
    maximum: MAX_HOURS,
    default: 24,
    description: "Length of the window in hours.",
  }),
});

export const Window = Type.Object(
  {
    hours: Type.Integer({ description: "Length of the window, in hours." }),
    start_utc: Timestamp({ description: "Start of the window." }),
    end_utc: Timestamp({ description: "End of the window." }),
  },
  { description: "Requests are counted by the minute; the window's first minute counts in full." },
);

const Endpoint = {
  method: Type.String({ description: "HTTP method of the endpoint's requests." }),
  path: Type.String({ description: "Path template of the endpoint, with parameters in braces." }),
};

const Milliseconds = Nullable(Type.Number(), {
  description: "Milliseconds, at most 9 % above the true value; null without samples.",
});

const percentiles = { p50_ms: Milliseconds, p95_ms: Milliseconds, p99_ms: Milliseconds };
const latency = { samples: Type.Integer({ description: "Number of measurements." }), ...percentiles };

export const Percentiles = Type.Object(percentiles);
export const Latency = Type.Object(latency);

/** Percentiles of a merged histogram, never averages of percentiles. */
export function computePercentiles(histogram: Histogram): Static<typeof Percentiles> {
  return {
    p50_ms: percentileMs(histogram, 50),
    p95_ms: percentileMs(histogram, 95),
    p99_ms: percentileMs(histogram, 99),
  };
}

export function summarizeLatency(histogram: Histogram): Static<typeof Latency> {
  return { samples: sampleCount(histogram), ...computePercentiles(histogram) };
}

export const EndpointLatency = Type.Object({ ...Endpoint, ...latency });

export const RequestMetrics = Type.Object({
  total_requests: Type.Integer({ description: "Number of correctly signed requests in the window." }),
  success_requests: Type.Integer({ description: "Number of requests answered with a status below 400." }),
  error_requests: Type.Integer({
    description: "Number of requests answered with a status of 400 and above, including rate-limited ones.",
  }),
  rate_limited_requests: Type.Integer({ description: "Requests refused with 429." }),
  endpoint_breakdown: Type.Array(
    Type.Object({
      ...Endpoint,
      requests: Type.Integer({ description: "Number of requests." }),
      errors: Type.Integer({ description: "Number of failed requests." }),
      error_rate_pct: Type.Number({
        description: "Share of failed requests in per cent, with two decimals.",
      }),
    }),
    { description: "Figures of each endpoint, most requested first." },
  ),
});

export const Usage = Type.Object({
  window: Window,
  request_metrics: Described(RequestMetrics, "Numbers of requests in the window, in all and by endpoint."),
  latency_metrics_ms: Type.Object(
    {
      available: Type.Boolean({ description: "Whether any request of the window was measured." }),
      overall: Described(Latency, "Latency over all endpoints together."),
      endpoint_breakdown: Type.Array(EndpointLatency, {
        description: "Figures of each endpoint, most requested first.",
      }),
    },
    { description: "Latency of your requests in milliseconds." },
  ),
});

export const LatencyReport = Type.Object({
  window: Window,
  available: Type.Boolean({ description: "Whether the window has any measured request." }),
  coverage: Type.Number({
    description: "Share, 0 to 1, of the window's clock hours with measured requests.",
  }),
  overall: Described(Percentiles, "Latency over all routes together."),
  routes: Type.Array(Type.Object({ ...Endpoint, ...percentiles }), {
    description: "Routes of the public API, by name, without those of partners and players.",
  }),
});

import { Type } from "@sinclair/typebox";
import { Described, Links, OneOf } from "../../../http/schema/shapes.ts";
import { Percentiles, Window } from "../../access/usage/index.ts";
import { DeliveryHealth } from "../../webhooks/deliveries/index.ts";

export const PartnerStatus = Type.Object({
  overall_status: OneOf(["ok", "warn", "bad"], {
    description: "As in GET /api/public/system-status; at least warn while the service accepts no changes.",
  }),
  key_mode: OneOf(["live", "sandbox"], { description: "Mode of the calling key: live or sandbox." }),
  window: Window,
  endpoint_percentiles_available: Type.Boolean({ description: "Whether the window has measurements." }),
  endpoint_percentiles_ms: Described(Percentiles, "Latency of all requests of the window, in milliseconds."),
  request_metrics: Type.Object(
    {
      total_requests: Type.Integer({ description: "Number of requests." }),
      error_requests: Type.Integer({ description: "Requests answered with 400 or more." }),
    },
    { description: "Numbers of requests of the window, over all your keys of this mode." },
  ),
  webhook_delivery_health: Described(DeliveryHealth, "Health of your webhook deliveries."),
  delivery_slo_controls: Type.Object(
    {
      max_attempts: Type.Integer({ description: "Attempts before a delivery becomes a dead letter." }),
      timeout_seconds: Type.Integer({ description: "Time limit of an attempt, in seconds." }),
      retry_base_seconds: Type.Integer({
        description: "Seconds between the first and second attempt; doubled for each further one.",
      }),
      retry_max_seconds: Type.Integer({ description: "Longest delay between two attempts, in seconds." }),
      retry_jitter: Type.Number({
        description: "Fraction of each delay by which it is randomly shortened or lengthened.",
      }),
    },
    { description: "Retry settings of deliveries." },
  ),
  links: Links,
});

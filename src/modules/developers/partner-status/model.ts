import { Type } from "@sinclair/typebox";
import { Links, OneOf } from "../../../http/schema/shapes.ts";
import { Percentiles, Window } from "../../access/usage/index.ts";
import { DeliveryHealth } from "../../webhooks/deliveries/index.ts";

export const PartnerStatus = Type.Object({
  overall_status: OneOf(["ok", "warn", "bad"], {
    description: "As in GET /api/public/system-status; at least warn while the service accepts no changes.",
  }),
  key_mode: OneOf(["live", "sandbox"]),
  window: Window,
  endpoint_percentiles_available: Type.Boolean(),
  endpoint_percentiles_ms: Percentiles,
  request_metrics: Type.Object({ total_requests: Type.Integer(), error_requests: Type.Integer() }),
  webhook_delivery_health: DeliveryHealth,
  delivery_slo_controls: Type.Object({
    max_attempts: Type.Integer(),
    timeout_seconds: Type.Integer(),
    retry_base_seconds: Type.Integer({
      description: "Seconds between the first and second attempt; doubled for each further one.",
    }),
    retry_max_seconds: Type.Integer(),
    retry_jitter: Type.Number({
      description: "Fraction of each delay by which it is randomly shortened or lengthened.",
    }),
  }),
  links: Links,
});

import { Type } from "@sinclair/typebox";
import { Links, Nullable, OneOf } from "../../http/shapes.ts";
import { Percentiles, Window } from "../usage/index.ts";

const Setting = Nullable(Type.Number());

export const PartnerStatus = Type.Object({
  overall_status: OneOf(["ok", "warn", "bad"], {
    description: "As GET /api/public/system-status says; warn at least while the service takes no changes.",
  }),
  key_mode: OneOf(["live", "sandbox"]),
  window: Window,
  endpoint_percentiles_available: Type.Boolean(),
  endpoint_percentiles_ms: Percentiles,
  request_metrics: Type.Object({ total_requests: Type.Integer(), error_requests: Type.Integer() }),
  webhook_delivery_health: Type.Object({
    dead_letter_events: Type.Integer(),
    failed_events: Type.Integer(),
    pending_events: Type.Integer(),
    delivered_events: Type.Integer(),
  }),
  delivery_slo_controls: Type.Object(
    {
      max_attempts: Setting,
      timeout_seconds: Setting,
      retry_base_seconds: Setting,
      retry_max_seconds: Setting,
      retry_jitter: Setting,
    },
    { description: "Null where this build delivers nothing." },
  ),
  links: Links,
});

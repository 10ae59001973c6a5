import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../db/sql.ts";
import type { Mounted } from "../../http/mounted.ts";
import type { PartnerActor } from "../../http/operation.ts";
import { listPartnerKeyIds } from "../keys/index.ts";
import {
  percentilesOf,
  readKeysUsage,
  totalOf,
  type UsageRecorder,
  usageWindow,
  windowView,
} from "../usage/index.ts";
import type { PartnerStatus } from "./model.ts";

const HOURS = 24;

/** Webhooks are not in this build: nothing was delivered, and nothing says how. */
const NO_DELIVERIES = {
  webhook_delivery_health: {
    dead_letter_events: 0,
    failed_events: 0,
    pending_events: 0,
    delivered_events: 0,
  },
  delivery_slo_controls: {
    max_attempts: null,
    timeout_seconds: null,
    retry_base_seconds: null,
    retry_max_seconds: null,
    retry_jitter: null,
  },
};

/** How the service does, and how it did for this partner's keys over a day. */
export function readPartnerStatus(
  sql: Sql,
  actor: PartnerActor,
  recorder: UsageRecorder,
  mounted: Mounted,
  overall: Static<typeof PartnerStatus>["overall_status"],
  nowMs: number,
): Static<typeof PartnerStatus> {
  const window = usageWindow(nowMs, HOURS);
  const total = totalOf(readKeysUsage(sql, recorder, listPartnerKeyIds(sql, actor.partnerId), window));
  return {
    overall_status: overall,
    key_mode: actor.mode,
    window: windowView(window),
    endpoint_percentiles_available: total.requests > 0,
    endpoint_percentiles_ms: percentilesOf(total.histogram),
    request_metrics: { total_requests: total.requests, error_requests: total.errors },
    ...NO_DELIVERIES,
    links: mounted.links({
      capabilities: "/api/partner/capabilities",
      usage: "/api/partner/analytics/usage",
      token_status: "/api/partner/token-status",
      errors: "/api/partner/errors.json",
      system_status: "/api/public/system-status",
    }),
  };
}

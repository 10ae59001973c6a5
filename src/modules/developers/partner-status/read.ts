import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import type { PartnerActor } from "../../../http/operation.ts";
import {
  computePercentiles,
  type KeysSource,
  readKeysUsage,
  sumTraffic,
  type UsageRecorder,
  usageWindow,
  windowView,
} from "../../access/usage/index.ts";
import type { SystemStatus } from "../../status/system/index.ts";
import { readDeliveryHealth } from "../../webhooks/deliveries/index.ts";
import type { PartnerStatus } from "./model.ts";

const HOURS = 24;

/** Values that are constant while the process runs. */
export interface StatusOptions {
  mounted: Mounted;
  recorder: UsageRecorder;
  safeModeReason: () => string | null;
  status: SystemStatus;
  controls: Static<typeof PartnerStatus>["delivery_slo_controls"];
}

/** Status of the service, with the usage of the partner's keys in the last 24 hours. */
export function readPartnerStatus(
  sql: Sql,
  actor: PartnerActor,
  {
    options: { mounted, recorder, controls },
    overall,
    keys,
  }: {
    options: StatusOptions;
    overall: Static<typeof PartnerStatus>["overall_status"];
    keys: ReturnType<KeysSource>;
  },
): Static<typeof PartnerStatus> {
  const window = usageWindow(keys.now, HOURS);
  const total = sumTraffic(readKeysUsage(keys.sql, recorder, { keyIds: keys.keyIds, window }));
  return {
    overall_status: overall,
    key_mode: actor.mode,
    window: windowView(window),
    endpoint_percentiles_available: total.requests > 0,
    endpoint_percentiles_ms: computePercentiles(total.histogram),
    request_metrics: { total_requests: total.requests, error_requests: total.errors },
    webhook_delivery_health: readDeliveryHealth(sql, actor.partnerId),
    delivery_slo_controls: controls,
    links: mounted.links({
      capabilities: "/api/partner/capabilities",
      usage: "/api/partner/analytics/usage",
      token_status: "/api/partner/token-status",
      errors: "/api/partner/errors.json",
      system_status: "/api/public/system-status",
    }),
  };
}

import type { Database } from "../../../db/database.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import {
  type CheckOutcome,
  defineCheck,
  levelAbove,
  noData,
  pickWorst,
  type Thresholds,
} from "../../platform/checks/index.ts";
import { isPaused } from "../../platform/state/index.ts";
import { type Lateness, readLateness } from "./lateness.ts";

export interface DeliveryFacts extends Lateness {
  /** Whether sending is paused on purpose: in safe mode, or after a restore. */
  isPaused: boolean;
}

/** Whether deliveries leave in time. A failing receiver is its partner's concern and does not count as late. */
export function checkWebhooks(
  facts: DeliveryFacts,
  now: number,
  thresholds: Thresholds<"late_seconds_warn" | "late_seconds_bad" | "expired_leases_warn">,
): CheckOutcome {
  const { oldestDueAt, expiredLeases, probedWebhooks, hasDeliveries, isPaused } = facts;
  const late = oldestDueAt === null ? 0 : Math.max(0, Math.floor((now - oldestDueAt) / SECOND_MS));
  const observed = {
    late_seconds: late,
    expired_leases: expiredLeases,
    probed_webhooks: probedWebhooks,
    paused: isPaused,
  };
  if (isPaused) return { status: "warn", message: "Deliveries are paused; none is lost.", observed };
  const status = pickWorst([
    levelAbove(late, thresholds.late_seconds_warn, thresholds.late_seconds_bad),
    expiredLeases >= thresholds.expired_leases_warn ? "warn" : "ok",
  ]);
  if (late >= thresholds.late_seconds_warn)
    return { status, message: `The oldest due delivery has been waiting for ${late} s.`, observed };
  if (status !== "ok")
    return { status, message: "Some attempts started but did not finish in time.", observed };
  if (!hasDeliveries)
    return noData("No delivery has been made in the time that deliveries are kept.", observed);
  return { status, message: "Deliveries leave in time.", observed };
}

export const webhooksCheck = defineCheck({
  name: "webhooks",
  slot: 8,
  title: "Webhooks",
  about: "Deliveries to webhooks.",
  evidence: null,
  thresholds: {
    late_seconds_warn: {
      value: 60,
      meaning: "Age in seconds of the oldest due delivery to a receiver that answers",
    },
    late_seconds_bad: {
      value: 900,
      meaning: "Age in seconds of the oldest due delivery to a receiver that answers",
    },
    expired_leases_warn: { value: 1, meaning: "Attempts whose sender did not finish them in time" },
  },
  runbook: {
    means:
      "Deliveries leave late, or are paused. None is lost. Failing receivers are their partners' concern and raise no alarm here.",
    steps: [
      "Paused: safe mode is on; see the database alarm.",
      "Late: `/admin/deliveries` shows how many are waiting. The machine may be overloaded, or its network down.",
      "`WEBHOOK_CONCURRENCY` limits how many are sent at once.",
    ],
  },
  look: ({ live }: { live: Database }, thresholds, now) =>
    checkWebhooks({ ...readLateness(live.read, now), isPaused: isPaused(live.read) }, now, thresholds),
});

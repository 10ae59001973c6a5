import type { Database } from "../../../db/database.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import {
  type CheckOutcome,
  defineCheck,
  levelAbove,
  type Thresholds,
  worstOf,
} from "../../platform/checks/index.ts";
import { isPaused } from "../../platform/state/index.ts";
import { type Lateness, readLateness } from "./lateness.ts";

export interface DeliveryFacts extends Lateness {
  /** Whether nothing is sent now on purpose: safe mode, or after a restore. */
  isPaused: boolean;
}

/** Whether deliveries leave in time. A receiver that fails is its partner's matter: it makes nothing late here. */
export function checkWebhooks(
  facts: DeliveryFacts,
  now: number,
  thresholds: Thresholds<"late_seconds_warn" | "late_seconds_bad" | "expired_leases_warn">,
): CheckOutcome {
  const { oldestDueAt, expiredLeases, probedWebhooks, isPaused } = facts;
  const late = oldestDueAt === null ? 0 : Math.max(0, Math.floor((now - oldestDueAt) / SECOND_MS));
  const observed = {
    late_seconds: late,
    expired_leases: expiredLeases,
    probed_webhooks: probedWebhooks,
    paused: isPaused,
  };
  if (isPaused) return { status: "warn", message: "Deliveries are paused, and none is lost.", observed };
  const status = worstOf([
    levelAbove(late, thresholds.late_seconds_warn, thresholds.late_seconds_bad),
    expiredLeases >= thresholds.expired_leases_warn ? "warn" : "ok",
  ]);
  if (late >= thresholds.late_seconds_warn)
    return { status, message: `The oldest delivery that is due waits since ${late} s.`, observed };
  if (status !== "ok")
    return { status, message: "Some attempts were begun and not ended in time.", observed };
  return { status, message: "Deliveries leave in time.", observed };
}

export const webhooksCheck = defineCheck({
  name: "webhooks",
  slot: 8,
  title: "Webhooks",
  evidence: null,
  thresholds: {
    late_seconds_warn: {
      value: 60,
      meaning: "Seconds since the oldest delivery to a receiver that answers is due",
    },
    late_seconds_bad: {
      value: 900,
      meaning: "Seconds since the oldest delivery to a receiver that answers is due",
    },
    expired_leases_warn: { value: 1, meaning: "Attempts whose sender did not end them in its time" },
  },
  runbook: {
    means:
      "Deliveries leave late, or are paused. None is lost. Receivers that fail are their partner's matter and raise no alarm here.",
    steps: [
      "Paused: safe mode is on; see the alarm of the database.",
      "Late: `/admin/deliveries` shows how many wait. The machine may be overloaded, or its network down.",
      "`WEBHOOK_CONCURRENCY` bounds how many leave at once.",
    ],
  },
  look: ({ live }: { live: Database }, thresholds, now) =>
    checkWebhooks({ ...readLateness(live.read, now), isPaused: isPaused(live.read) }, now, thresholds),
});

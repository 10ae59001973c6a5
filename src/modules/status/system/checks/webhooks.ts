import { SECOND_MS } from "../../../../kit/clock.ts";
import type { Lateness } from "../../../webhooks/deliveries/index.ts";
import type { Finding } from "../check.ts";
import type { Thresholds } from "../policy.ts";
import { levelAbove, worstOf } from "../rules.ts";

export interface DeliveryFacts extends Lateness {
  /** Whether nothing is sent now on purpose: safe mode, or after a restore. */
  isPaused: boolean;
}

/** Whether deliveries leave in time. A receiver that fails is its partner's matter: it makes nothing late here. */
export function checkWebhooks(
  facts: DeliveryFacts,
  now: number,
  thresholds: Thresholds<"webhooks">,
): Finding {
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

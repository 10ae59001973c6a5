import { SECOND_MS } from "../../../kit/clock.ts";
import type { Finding } from "../check.ts";
import type { Thresholds } from "../policy.ts";
import { levelAbove, worstOf } from "../rules.ts";

export interface DeliveryFacts {
  /** Since when the oldest delivery to a receiver that answers is due; null where none is. Unix milliseconds. */
  oldestDueAt: number | null;
  /** Attempts whose sender did not end them in its time. */
  expiredLeases: number;
  /** Webhooks that are only probed, since their receivers keep failing. */
  probedWebhooks: number;
  /** Whether nothing is sent now on purpose: safe mode, or after a restore. */
  isPaused: boolean;
}

/**
 * Whether deliveries leave in time. A receiver that fails is its partner's matter: it makes nothing late here.
 * @param facts null where this build delivers nothing.
 */
export function checkWebhooks(
  facts: DeliveryFacts | null,
  now: number,
  thresholds: Thresholds<"webhooks">,
): Finding {
  if (facts === null) return { status: "ok", message: "Nothing is delivered by this build.", observed: {} };
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

import { describe, expect, test } from "bun:test";
import { checkWebhooks, type DeliveryFacts } from "../../../../src/modules/webhooks/deliveries/check.ts";

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const LIMITS = { late_seconds_warn: 60, late_seconds_bad: 900, expired_leases_warn: 1 };

const check = (facts: Partial<DeliveryFacts>) =>
  checkWebhooks(
    {
      oldestDueAt: null,
      expiredLeases: 0,
      probedWebhooks: 0,
      hasDeliveries: true,
      isPaused: false,
      ...facts,
    },
    NOW,
    LIMITS,
  );
const late = (seconds: number) => check({ oldestDueAt: NOW - seconds * 1000 });

describe("the webhooks check", () => {
  test("ok while deliveries are sent in time, whatever single receivers do", () => {
    expect(check({ probedWebhooks: 7 })).toMatchObject({ status: "ok", observed: { probed_webhooks: 7 } });
    expect(late(59)).toMatchObject({ status: "ok", observed: { late_seconds: 59 } });
    expect(late(-5)).toMatchObject({ status: "ok", observed: { late_seconds: 0 } });
  });

  test("has no data without deliveries", () => {
    expect(check({ hasDeliveries: false })).toMatchObject({ status: "ok", hasData: false });
    expect(check({ hasDeliveries: false, isPaused: true }).status).toBe("warn");
  });

  test("warn, then bad, as the oldest due delivery becomes late", () => {
    expect([late(60).status, late(899).status, late(900).status]).toEqual(["warn", "warn", "bad"]);
  });

  test("warn if attempts are not finished in time", () => {
    expect(check({ expiredLeases: 1 }).status).toBe("warn");
  });

  test("warn while deliveries are paused by operators, however late", () => {
    expect(check({ isPaused: true, oldestDueAt: 0 })).toMatchObject({
      status: "warn",
      message: "Deliveries are paused; none is lost.",
    });
  });
});

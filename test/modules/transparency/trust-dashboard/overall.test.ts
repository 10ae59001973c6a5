import { describe, expect, test } from "bun:test";
import {
  judgeOverall,
  type KindedControl,
} from "../../../../src/modules/transparency/trust-dashboard/index.ts";

describe("the overall status", () => {
  const overall = (...controls: [kind: KindedControl["kind"], status: KindedControl["status"]][]) =>
    judgeOverall(controls.map(([kind, status]) => ({ kind, status })));

  test("is not ok by fresh proofs alone", () => {
    expect(overall(["freshness", "ok"], ["evidence", "unknown"])).toBe("unknown");
    expect(overall(["freshness", "ok"], ["evidence", "ok"])).toBe("ok");
    expect(overall(["freshness", "warn"], ["evidence", "ok"])).toBe("warn");
    expect(overall(["operations", "warn"], ["evidence", "bad"])).toBe("bad");
    expect(overall()).toBe("unknown");
  });
});

import { expect, test } from "bun:test";
import { createRateLimiter } from "../../../../src/http/rate-limit.ts";
import { SECOND_MS } from "../../../../src/kit/clock.ts";
import { SignInGuard } from "../../../../src/modules/access/operators/sign-in-guard/sign-in-guard.ts";
import { ManualClock } from "../../../harness/app/clock.ts";

test("a sign-in that succeeds late takes nothing from the wait after another's failure", () => {
  const clock = new ManualClock();
  const guard = new SignInGuard(() => createRateLimiter(clock), 30);
  const begin = (address: string, isTrusted = false) =>
    guard.begin({ name: "ann", address, now: clock.now(), isTrusted });
  for (let index = 1; index <= 5; index++) begin(`203.0.113.${index}`);
  clock.advance(3 * SECOND_MS);
  const succeed = begin("198.51.100.1", true);
  clock.advance(4 * SECOND_MS);
  begin("203.0.113.6");
  succeed();
  clock.advance(SECOND_MS);
  expect(() => begin("203.0.113.7")).toThrow(/^Wait 3 s/);
  clock.advance(3 * SECOND_MS);
  expect(() => begin("203.0.113.7")).not.toThrow();
});

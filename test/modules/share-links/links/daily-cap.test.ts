import { expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { DailyCap } from "../../../../src/modules/share-links/links/short-links/daily-cap.ts";

/** What an address may create per day: short links, and rows of reported destinations. */

const DAY = 20_000 * DAY_MS;

test("counts IPv4 whole and IPv6 by its /64, and begins anew each UTC day", () => {
  const cap = new DailyCap(2);
  const take = (address: string, now = DAY) => cap.take(address, now);
  expect(["2001:db8::1", "2001:DB8:0:0:ffff::2", "2001:db8::3"].map((each) => take(each))).toEqual([
    true,
    true,
    false,
  ]);
  expect([take("2001:db8:0:1::1"), take("192.0.2.1"), take("::ffff:192.0.2.1"), take("192.0.2.1")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(take("2001:db8::3", DAY + DAY_MS)).toBe(true);
});

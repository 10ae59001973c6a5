import { describe, expect, test } from "bun:test";
import { createAddressSet, isCidr, limitSubject, unmapped } from "../../src/kit/network/addresses.ts";

describe("isCidr", () => {
  test.each([
    "192.0.2.1",
    "192.0.2.0/24",
    "0.0.0.0/0",
    "192.0.2.1/32",
    "::1",
    "2001:db8::/32",
    "::/0",
    "::1/128",
  ])("takes %s", (text) => expect(isCidr(text)).toBe(true));

  test.each([
    "",
    "192.0.2",
    "192.0.2.1/33",
    "192.0.2.1/",
    "192.0.2.1/-1",
    "192.0.2.1/8/8",
    "::1/129",
    "host",
    "1",
    "192.0.2.1 ",
  ])("refuses %p", (text) => expect(isCidr(text)).toBe(false));
});

describe("createAddressSet", () => {
  const set = createAddressSet(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::1"]);

  test.each([
    "10.0.0.0",
    "10.255.255.255",
    "192.0.2.7",
    "2001:db8::",
    "2001:DB8:FFFF:ffff::9",
    "::1",
    "::ffff:10.1.2.3",
    "::ffff:a01:203",
    "0:0:0:0:0:0:0:1",
  ])("holds %s", (address) => expect(set.contains(address)).toBe(true));

  test.each([
    "9.255.255.255",
    "11.0.0.0",
    "192.0.2.8",
    "2001:db9::",
    "::2",
    "",
    "unknown",
    "10.0.0.1:443",
    "10.0.0",
    "::ffff:11.0.0.1",
  ])("does not hold %p", (address) => expect(set.contains(address)).toBe(false));

  test("an empty one says so and holds nothing; a faulty entry is named", () => {
    const empty = createAddressSet([]);
    expect([empty.isEmpty, empty.contains("192.0.2.1"), set.isEmpty]).toEqual([true, false, false]);
    expect(() => createAddressSet(["192.0.2.1", "10.0.0.0/33"])).toThrow("10.0.0.0/33 is neither");
  });
});

test("unmapped: IPv4 however it was wrapped, everything else as it is", () => {
  const forms = [
    "::ffff:192.0.2.1",
    "::FFFF:192.0.2.1",
    "::ffff:c000:201",
    "0:0:0:0:0:ffff:c000:0201",
    "192.0.2.1",
  ];
  expect(new Set(forms.map(unmapped))).toEqual(new Set(["192.0.2.1"]));
  for (const other of [
    "::1",
    "2001:db8::ffff:c000:201",
    "::192.0.2.1",
    "64:ff9b::192.0.2.1",
    "unknown",
    "",
  ]) {
    expect(unmapped(other)).toBe(other);
  }
});

describe("limitSubject", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["2001:db8:1:2:3:4:192.0.2.1", "2001:db8:1:2::/64"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, subject) => expect(limitSubject(address)).toBe(subject));
});

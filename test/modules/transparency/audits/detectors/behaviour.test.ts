import { describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../../../src/kit/clock.ts";
import { ALICE, at, BOB, CAROL, DAN, detect, FROM, moved, OFF_CURVE, POOL, pays, person } from "./fixture.ts";

describe("rapid_sequence", () => {
  const burst = (count: number, spacing: number, start = 100, who = ALICE) =>
    Array.from({ length: count }, (_, index) => pays(start + index * spacing, who, person(`r${index}`), 1n));

  test("fires once per burst, at its first transaction: ten within 60 seconds", () => {
    const calm = [pays(1, ALICE, BOB, 1n), pays(40, ALICE, BOB, 1n)];
    // The tenth follows 54 s after the first; the two bursts are an hour apart.
    const found = detect("rapid_sequence", [...calm, ...burst(10, 6, 200), ...burst(12, 1, 4_000)]);
    expect(found.map(({ wallet, signature, details }) => [wallet, signature, details])).toEqual([
      [ALICE, "s000000200", { transactions: 10, seconds: 54 }],
      [ALICE, "s000004000", { transactions: 12, seconds: 11 }],
    ]);
    // Last − first equals the span.
    expect(detect("rapid_sequence", burst(10, 6, 10), {}, { rapid_sequence_seconds: 54 })).toHaveLength(1);
  });

  test("does not fire for nine, for ten in 61 seconds, for pools, or for owners without a key", () => {
    expect(detect("rapid_sequence", burst(9, 1))).toEqual([]);
    expect(detect("rapid_sequence", burst(10, 6), {}, { rapid_sequence_seconds: 53 })).toEqual([]);
    expect(detect("rapid_sequence", burst(20, 1, 100, POOL))).toEqual([]);
    expect(detect("rapid_sequence", burst(20, 1, 100, OFF_CURVE))).toEqual([]);
  });

  test("windows that share a transaction are one burst", () => {
    const found = detect("rapid_sequence", burst(25, 5));
    expect(found.map(({ details }) => details)).toEqual([{ transactions: 25, seconds: 120 }]);
  });
});

describe("dust_storm", () => {
  // The threshold is raised so that dust is below 10 units; 0.000001 % of this supply is less than one.
  const dust = { dust_pct: 0.001 };
  const storm = (count: number, spacing: number, amount = 9n, sender = ALICE) =>
    Array.from({ length: count }, (_, index) =>
      pays(10 + index * spacing, sender, person(`d${index}`), amount),
    );

  test("fires once, at the first transaction: dust to each of twenty owners within an hour", () => {
    const found = detect("dust_storm", storm(21, 180), {}, dust);
    expect(found).toMatchObject([{ wallet: ALICE, signature: "s000000010", severity: "info" }]);
  });

  test("does not fire for nineteen owners, larger amounts, more than an hour, or repeated owners", () => {
    expect(detect("dust_storm", storm(19, 1), {}, dust)).toEqual([]);
    expect(detect("dust_storm", storm(40, 1, 10n), {}, dust)).toEqual([]);
    expect(detect("dust_storm", storm(20, 190), {}, dust)).toEqual([]);
    const same = Array.from({ length: 40 }, (_, index) => pays(index, ALICE, BOB, 1n));
    expect(detect("dust_storm", same, {}, dust)).toEqual([]);
    expect(detect("dust_storm", storm(40, 1, 1n, POOL), {}, dust)).toEqual([]);
  });

  test("a single transaction can be a storm; with two losers and many gainers the sender is unknown", () => {
    const gains = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [person(`g${index}`), 1n]));
    const alone = at(5, { owners: moved({ ...gains, [ALICE]: -20n }) });
    expect(detect("dust_storm", [alone], {}, dust)).toHaveLength(1);
    const mixed = at(5, { owners: moved({ ...gains, [ALICE]: -19n, [BOB]: -1n }) });
    expect(detect("dust_storm", [mixed], {}, dust)).toEqual([]);
  });
});

describe("self_transfer_loop", () => {
  test("fires for the owner at the returning transaction, with the smallest amount on the path", () => {
    const found = detect("self_transfer_loop", [
      pays(0, ALICE, BOB, 5_000n),
      pays(60, BOB, CAROL, 4_000n),
      pays(120, CAROL, DAN, 6_000n),
      pays(3_600, DAN, ALICE, 4_500n),
    ]);
    expect(found).toMatchObject([
      { wallet: ALICE, signature: "s000003600", delta: 4_000n, severity: "warn", details: { others: 3 } },
    ]);
  });

  test("does not fire below the share, after an hour, through four others, through a pool, or out of order", () => {
    const loop = (amount: bigint, back: number) => [
      pays(0, ALICE, BOB, amount),
      pays(back, BOB, ALICE, amount),
    ];
    expect(detect("self_transfer_loop", loop(1_000n, 60))).toHaveLength(1);
    expect(detect("self_transfer_loop", loop(999n, 60))).toEqual([]);
    expect(detect("self_transfer_loop", loop(1_000n, 3_601))).toEqual([]);
    const eve = person("eve");
    const long = [ALICE, BOB, CAROL, DAN, eve, ALICE].flatMap((to, index, all) =>
      index === 0 ? [] : [pays(index, all[index - 1] ?? "", to, 2_000n)],
    );
    expect(detect("self_transfer_loop", long)).toEqual([]);
    expect(
      detect("self_transfer_loop", [pays(0, ALICE, POOL, 2_000n), pays(1, POOL, ALICE, 2_000n)]),
    ).toEqual([]);
    const backwards = [
      pays(0, CAROL, ALICE, 2_000n),
      pays(1, BOB, CAROL, 2_000n),
      pays(2, ALICE, BOB, 2_000n),
    ];
    expect(detect("self_transfer_loop", backwards).filter(({ wallet }) => wallet === ALICE)).toEqual([]);
  });
});

describe("dormant_wakeup", () => {
  const asleep = (lastMovedAt: number | null, knownSince = Number.NEGATIVE_INFINITY) => ({
    watchedOwners: new Map([[ALICE, { knownSince, lastMovedAt }]]),
  });
  const held = { [ALICE]: 1_000n };
  const wakes = at(0, { owners: moved({ [ALICE]: -1n, [BOB]: 1n }, held) });

  test("fires if an owner of 0.1 % sends after 180 synced days without a movement", () => {
    const [found] = detect("dormant_wakeup", [wakes], asleep(FROM - 180 * DAY_MS));
    expect(found).toMatchObject({ wallet: ALICE, severity: "warn", delta: -1n });
    expect(detect("dormant_wakeup", [wakes], asleep(null))).toHaveLength(1);
    expect(detect("dormant_wakeup", [wakes], asleep(null, FROM - 180 * DAY_MS))).toHaveLength(1);
  });

  test("does not fire after 179 days, for a smaller share, for a gain, or if days are not synced", () => {
    expect(detect("dormant_wakeup", [wakes], asleep(FROM - 180 * DAY_MS + 1))).toEqual([]);
    expect(detect("dormant_wakeup", [wakes], asleep(null, FROM - 180 * DAY_MS + 1))).toEqual([]);
    const poorer = at(0, { owners: moved({ [ALICE]: -1n, [BOB]: 1n }, { [ALICE]: 999n }) });
    expect(detect("dormant_wakeup", [poorer], asleep(null))).toEqual([]);
    const gains = at(0, { owners: moved({ [ALICE]: 1n, [BOB]: -1n }, held) });
    // Any movement ends the dormancy.
    expect(detect("dormant_wakeup", [gains, at(9, { owners: wakes.owners })], asleep(null))).toEqual([]);
    expect(detect("dormant_wakeup", [wakes])).toEqual([]);
  });
});

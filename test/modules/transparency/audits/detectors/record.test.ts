import { describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../../../../src/kit/clock.ts";
import type { PowerReading } from "../../../../../src/modules/transparency/audits/detectors/index.ts";
import { ALICE, at, BOB, change, detect, FROM, person, TREASURY } from "./fixture.ts";

describe("missing_block_time", () => {
  test("fires if the chain gives no time", () => {
    expect(detect("missing_block_time", [at(1, { blockTime: null })])).toMatchObject([
      { severity: "info", blockTime: null, wallet: null, delta: null, signature: "s000000001" },
    ]);
  });

  test("does not fire for a transaction with a time", () => {
    expect(detect("missing_block_time", [at(1)])).toEqual([]);
  });
});

describe("failed_burst", () => {
  const minutes = (...counts: number[]) => ({
    failedMinutes: counts.flatMap((count, index) =>
      count === 0 ? [] : [{ minute: FROM + index * MINUTE_MS, count, firstSlot: 100 + index }],
    ),
  });

  test("fires once, with the slot of the first failure: twenty within five minutes", () => {
    expect(detect("failed_burst", [], minutes(10, 0, 0, 0, 0, 10))).toMatchObject([
      { signature: null, slot: 100, wallet: null, severity: "warn", details: { failed: 20 } },
    ]);
    expect(detect("failed_burst", [], minutes(30, 30, 30, 30, 30, 30, 30))).toHaveLength(1);
  });

  test("does not fire for nineteen, or for twenty in six minutes", () => {
    expect(detect("failed_burst", [], minutes(10, 9))).toEqual([]);
    expect(detect("failed_burst", [], minutes(10, 0, 0, 0, 0, 0, 10))).toEqual([]);
  });
});

describe("new_top_holder", () => {
  const day = (name: string, owners: string[]) => ({
    day: name,
    slot: 77,
    owners: owners.map((owner, index) => ({ owner, amount: BigInt(1_000 - index) })),
  });
  const ten = Array.from({ length: 10 }, (_, index) => person(`top ${index}`));

  test("fires for an owner who was not among the first ten the day before the window", () => {
    const found = detect("new_top_holder", [], {
      dayBefore: day("2026-11-19", ten),
      lastDay: day("2026-11-20", [ALICE, ...ten.slice(0, 9)]),
    });
    expect(found).toMatchObject([{ wallet: ALICE, signature: null, slot: 77, details: { rank: 1 } }]);
  });

  test("does not fire for named wallets, the eleventh, the same ten, or without a scan", () => {
    const dayBefore = day("2026-11-19", ten);
    const lastDay = day("2026-11-20", [TREASURY, ...ten.slice(0, 9), ALICE]);
    expect(detect("new_top_holder", [], { dayBefore, lastDay })).toEqual([]);
    expect(detect("new_top_holder", [], { dayBefore, lastDay: day("2026-11-20", ten.toReversed()) })).toEqual(
      [],
    );
    expect(detect("new_top_holder", [], { lastDay: day("2026-11-20", [ALICE]) })).toEqual([]);
  });
});

describe("balance_break", () => {
  const known = { lastPosts: new Map<string, bigint | null>([["acc", 10n]]) };

  test("fires if an account's pre differs from its last known post", () => {
    const found = detect("balance_break", [at(1, { changes: [change("acc", 12n, 5n)] })], known);
    expect(found).toMatchObject([
      {
        wallet: ALICE,
        delta: 2n,
        severity: "warn",
        details: { account: "acc", expected: "10", found: "12" },
      },
    ]);
    const hole = [at(1, { changes: [change("acc", 10n, 5n)] }), at(2, { changes: [change("acc", 6n, 0n)] })];
    expect(detect("balance_break", hole, known).map(({ delta }) => delta)).toEqual([1n]);
  });

  test("does not fire if some order within the slot matches pre to post, or for unwatched accounts", () => {
    const slot = 5_000;
    const shuffled = [
      at(1, { slot, signature: "a", changes: [change("acc", 7n, 3n)] }),
      at(1, { slot, signature: "b", changes: [change("acc", 10n, 4n)] }),
      at(1, { slot, signature: "c", changes: [change("acc", 4n, 7n)] }),
      at(2, { changes: [change("acc", 3n, 0n), change("other", 99n, 0n)] }),
    ];
    expect(detect("balance_break", shuffled, known)).toEqual([]);
    const first = [at(1, { changes: [change("acc", 99n, 0n)] })];
    expect(detect("balance_break", first, { lastPosts: new Map([["acc", null]]) })).toEqual([]);
  });

  test("a slot whose steps reach the same balance twice is followed to its end", () => {
    const slot = 5_000;
    const round = [
      at(1, { slot, signature: "a", changes: [change("acc", 10n, 20n)] }),
      at(1, { slot, signature: "b", changes: [change("acc", 10n, 5n)] }),
      at(1, { slot, signature: "c", changes: [change("acc", 20n, 10n)] }),
      at(2, { changes: [change("acc", 5n, 0n)] }),
    ];
    expect(detect("balance_break", round, known)).toEqual([]);
  });
});

describe("authority_change", () => {
  const power = (authority: string | null) => ({ authority, allows: "mint", is_active: authority !== null });
  const reading = (slot: number, authority: string | null): PowerReading => ({
    slot,
    lastSlot: slot + 10,
    powers: { mint_authority: power(authority) },
    transferFee: null,
  });
  const set = (slot: number, current: string | null) =>
    at(1, { slot, authorityChanges: [{ power: "mint_authority", previous: ALICE, current }] });

  test("fires at the SetAuthority, and not again at the reading that shows it", () => {
    const found = detect("authority_change", [set(1_050, BOB)], {
      readings: [reading(1_000, ALICE), reading(1_100, BOB)],
    });
    expect(found).toMatchObject([
      { severity: "bad", signature: "s000000001", wallet: null, delta: null, details: { current: BOB } },
    ]);
  });

  test("fires at the reading if no SetAuthority was synced between two readings", () => {
    const readings = [reading(1_000, ALICE), reading(1_100, null)];
    expect(detect("authority_change", [], { readings })).toMatchObject([
      { signature: null, slot: 1_100, details: { power: "mint_authority", previous: ALICE, current: null } },
    ]);
    expect(detect("authority_change", [set(1_101, BOB)], { readings })).toHaveLength(2);
  });

  test("does not fire for equal readings, the first reading, or an authority set to itself", () => {
    expect(detect("authority_change", [], { readings: [reading(1_000, ALICE)] })).toEqual([]);
    expect(
      detect("authority_change", [], { readings: [reading(1_000, ALICE), reading(1_100, ALICE)] }),
    ).toEqual([]);
    expect(detect("authority_change", [set(1_050, ALICE)])).toEqual([]);
    const earlierAuthorityChanges = [{ power: "mint_authority", slot: 1_050 }];
    const readings = [reading(1_000, ALICE), reading(1_100, BOB)];
    expect(detect("authority_change", [], { readings, earlierAuthorityChanges })).toEqual([]);
  });
});

describe("fee_anomaly", () => {
  const EPOCHS = { slotsPerEpoch: 432_000, firstNormalEpoch: 0, firstNormalSlot: 0 };
  const fee = (epoch: number, basisPoints: number, maximum = 1_000n) => ({ epoch, basisPoints, maximum });
  const readings: PowerReading[] = [
    {
      slot: 500,
      lastSlot: 900,
      powers: {},
      transferFee: { older: fee(0, 100), newer: fee(1, 200), epochs: EPOCHS },
    },
  ];
  const withheld = (slot: number, amount: bigint) =>
    at(1, { slot, fee: { transfers: [1_000n, 50n], withheld: amount } });

  test("fires if the withheld fee differs from the configuration of that epoch", () => {
    expect(detect("fee_anomaly", [withheld(1_000, 10n)], { readings })).toMatchObject([
      { severity: "warn", delta: -1n, details: { expected: "11", basis_points: 100 } },
    ]);
    expect(detect("fee_anomaly", [withheld(432_000, 11n)], { readings })).toMatchObject([
      { details: { expected: "21", basis_points: 200 } },
    ]);
  });

  test("does not fire for the correct fee (rounded up and capped), or if no configuration was read", () => {
    expect(detect("fee_anomaly", [withheld(1_000, 11n), withheld(432_000, 21n)], { readings })).toEqual([]);
    const capped: PowerReading[] = [
      {
        slot: 1,
        lastSlot: 1,
        powers: {},
        transferFee: { older: fee(0, 100, 3n), newer: fee(0, 100, 3n), epochs: EPOCHS },
      },
    ];
    expect(detect("fee_anomaly", [withheld(1_000, 4n)], { readings: capped })).toEqual([]);
    expect(detect("fee_anomaly", [withheld(1_000, 99n)])).toEqual([]);
    expect(detect("fee_anomaly", [withheld(4_320_000, 99n)], { readings })).toEqual([]);
  });

  test("epochs follow the chain's schedule, including short warm-up epochs", () => {
    const epochs = { slotsPerEpoch: 8_192, firstNormalEpoch: 8, firstNormalSlot: 8_160 };
    const change = (epoch: number): PowerReading[] => [
      {
        slot: 1,
        lastSlot: 99_999,
        powers: {},
        transferFee: { older: fee(0, 100), newer: fee(epoch, 200), epochs },
      },
    ];
    const isRight = (slot: number, amount: bigint, epoch: number) =>
      detect("fee_anomaly", [withheld(slot, amount)], { readings: change(epoch) }).length === 0;
    expect([isRight(95, 11n, 2), isRight(96, 21n, 2)]).toEqual([true, true]);
    expect([isRight(8_159, 11n, 8), isRight(8_160, 21n, 8)]).toEqual([true, true]);
    expect([isRight(16_351, 11n, 9), isRight(16_352, 21n, 9)]).toEqual([true, true]);
    const unknown: PowerReading[] = [
      {
        slot: 1,
        lastSlot: 9,
        powers: {},
        transferFee: { older: fee(0, 100), newer: fee(0, 100), epochs: null },
      },
    ];
    expect(detect("fee_anomaly", [withheld(5, 99n)], { readings: unknown })).toEqual([]);
  });
});

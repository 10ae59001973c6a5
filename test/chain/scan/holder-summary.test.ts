import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AccountRecords, differingAddresses } from "../../../src/chain/scan/account-records.ts";
import { sharePct, summarizeHolders } from "../../../src/chain/scan/holder-summary.ts";
import { encodeBase58 } from "../../../src/kit/formats/base58.ts";

const ownerOf = (number: number) => new Uint8Array(32).fill(number + 1);
const nameOf = (number: number) => encodeBase58(ownerOf(number));

interface Row {
  owner: number;
  amount: bigint;
  withheld: bigint;
}

const rowShape = fc.record({
  owner: fc.nat(7),
  amount: fc.oneof(fc.constant(0n), fc.bigInt(1n, 2n ** 64n - 1n), fc.bigInt(1n, 1_000n)),
  withheld: fc.bigInt(0n, 9n),
});

function recordsOf(rows: readonly Row[]): AccountRecords {
  const records = new AccountRecords();
  for (const [index, { owner, ...rest }] of rows.entries())
    records.add({ address: `account${index}`, owner: ownerOf(owner), ...rest });
  return records;
}

/** A naive implementation for comparison. */
function plainly(rows: readonly Row[], excluded: readonly number[]) {
  const kept = rows.filter(({ owner }) => !excluded.includes(owner));
  const sums = new Map<number, bigint>();
  for (const { owner, amount } of kept) sums.set(owner, (sums.get(owner) ?? 0n) + amount);
  const holding = [...sums.values()].filter((sum) => sum > 0n);
  return {
    counts: {
      tokenAccounts: kept.length,
      nonZeroAccounts: kept.filter(({ amount }) => amount > 0n).length,
      uniqueOwners: holding.length,
    },
    sum: kept.reduce((sum, { amount }) => sum + amount, 0n),
    largestFirst: holding.sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)),
  };
}

describe("the summary of a scan", () => {
  test("holders are counted in three ways, with and without the project's wallets; sums are exact", () => {
    fc.assert(
      fc.property(fc.array(rowShape, { maxLength: 40 }), fc.subarray([0, 1, 2, 3]), (rows, excluded) => {
        const summary = summarizeHolders(recordsOf(rows), excluded.map(nameOf), 6);
        const [all, others] = [plainly(rows, []), plainly(rows, excluded)];
        expect(summary.counts).toEqual(all.counts);
        expect(summary.excluding).toEqual(others.counts);
        expect(summary.accountsSum).toBe(all.sum);
        expect(summary.withheld).toBe(rows.reduce((sum, { withheld }) => sum + withheld, 0n));
        expect(summary.top.map(({ amount }) => amount)).toEqual(all.largestFirst);
        expect(summary.concentration.owners).toBe(all.largestFirst.length);
        expect(summary.concentrationExcluding.owners).toBe(others.largestFirst.length);
        expect(summary.buckets.reduce((sum, { owners }) => sum + owners, 0)).toBe(all.largestFirst.length);
        expect(summary.buckets.reduce((sum, { amount }) => sum + amount, 0n)).toBe(all.sum);
      }),
    );
  });

  test("the order of accounts does not matter", () => {
    fc.assert(
      fc.property(fc.array(rowShape, { maxLength: 30 }), (rows) => {
        expect(summarizeHolders(recordsOf(rows.toReversed()), [], 6)).toEqual(
          summarizeHolders(recordsOf(rows), [], 6),
        );
      }),
    );
  });

  test("concentration by known examples", () => {
    const of = (amounts: bigint[]) =>
      summarizeHolders(recordsOf(amounts.map((amount, owner) => ({ owner, amount, withheld: 0n }))), [], 0)
        .concentration;
    expect(of([5n, 5n, 5n, 5n])).toEqual({
      owners: 4,
      topShares: [25, 100, 100, 100, 100],
      gini: 0,
      hhi: 2500,
      nakamoto: 3,
    });
    expect(of([97n, 1n, 1n, 1n])).toMatchObject({
      topShares: [97, 100, 100, 100, 100],
      gini: 0.72,
      nakamoto: 1,
    });
    expect(of([])).toEqual({ owners: 0, topShares: [0, 0, 0, 0, 0], gini: null, hhi: null, nakamoto: null });
  });

  test("a bucket includes its lower bound: 1, 10, … whole tokens", () => {
    const amounts = [999_999n, 1_000_000n, 9_999_999n, 10_000_000n, 10n ** 15n, 10n ** 16n];
    const rows = amounts.map((amount, owner) => ({ owner, amount, withheld: 0n }));
    const { buckets } = summarizeHolders(recordsOf(rows), [], 6);
    expect(buckets.map(({ owners }) => owners)).toEqual([1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  test("a share below 100 % is never shown as 100", () => {
    expect(sharePct(999_999_999n, 1_000_000_000n)).toBe(99.9999);
    expect([sharePct(1n, 1n), sharePct(0n, 5n), sharePct(1n, 3n)]).toEqual([100, 0, 33.3333]);
  });
});

describe("two scans of the same accounts", () => {
  test("differ exactly in changed, invented and missing accounts", () => {
    const changes = fc.array(fc.constantFrom("same", "amount", "owner", "left_out", "made_up"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(changes, (kinds) => {
        const [a, b] = [new AccountRecords(), new AccountRecords()];
        const expected: string[] = [];
        for (const [index, kind] of kinds.entries()) {
          const row = { address: `account${index}`, owner: ownerOf(1), amount: 5n, withheld: 0n };
          if (kind !== "made_up") a.add(row);
          if (kind !== "left_out")
            b.add({
              ...row,
              ...(kind === "amount" ? { amount: 6n } : {}),
              ...(kind === "owner" ? { owner: ownerOf(2) } : {}),
            });
          if (kind !== "same") expected.push(row.address);
        }
        expect(differingAddresses(a, b, 100)?.sort()).toEqual(expected.sort());
        expect(differingAddresses(a, b, expected.length - 1)).toEqual(expected.length === 0 ? [] : null);
      }),
    );
  });

  test("agreed states replace the differing accounts", () => {
    const records = recordsOf([
      { owner: 0, amount: 1n, withheld: 0n },
      { owner: 1, amount: 2n, withheld: 0n },
    ]);
    const patched = records.patched(
      new Map([
        ["account0", null],
        ["account1", { owner: ownerOf(3), amount: 9n, withheld: 1n }],
        ["account7", { owner: ownerOf(4), amount: 4n, withheld: 0n }],
      ]),
    );
    expect(summarizeHolders(patched, [], 0).top).toEqual([
      { owner: nameOf(3), amount: 9n },
      { owner: nameOf(4), amount: 4n },
    ]);
  });
});

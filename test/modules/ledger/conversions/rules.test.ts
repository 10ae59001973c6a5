import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatDecimal } from "../../../../src/kit/money.ts";
import { quote } from "../../../../src/modules/ledger/conversions/rules.ts";

const amounts = fc.integer({ min: 1, max: 100_000_000_000_000 });
const rates = fc.bigInt({ min: 1n, max: 10n ** 15n });
const fees = fc.bigInt({ min: 0n, max: 999_999n });
const decimals = fc.integer({ min: 0, max: 12 });

/** A quote of a rate in millionths of a salute and a fee in ten-thousandths of a per cent. */
const quoteOf = (amount: number, rate: bigint, fee: bigint, places: number) =>
  quote(amount, { salutes_per_token: formatDecimal(rate, 6), fee_pct: formatDecimal(fee, 4) }, places);

describe("what a conversion gives", () => {
  test.each([
    [100_00, "100", "0", 9, 1_000_000_000n, 0n],
    [100_00, "100", "1.5", 9, 985_000_000n, 15_000_000n],
    [100_00, "3", "0", 9, 33_333_333_333n, 0n],
    [100_00, "3", "0.0001", 9, 33_333_300_000n, 33_333n],
    [1, "1000000000", "0", 9, 0n, 0n],
    [1, "0.000001", "99.9999", 0, 0n, 10_000n],
    [100_000_000_000_000, "1", "0", 9, 10n ** 21n, 0n],
  ])("%d hundredths at %s a token, fee %s %%, %d decimals", (amount, rate, fee, places, net, kept) => {
    expect(quote(amount, { salutes_per_token: rate, fee_pct: fee }, places)).toEqual({ net, fee: kept });
  });

  test("net is the exact value rounded down: never more, and less than one base unit away", () => {
    fc.assert(
      fc.property(amounts, rates, fees, decimals, (amount, rate, fee, places) => {
        const { net } = quoteOf(amount, rate, fee, places);
        // amount/100 / (rate/10^6) · (1 − fee/10^6) · 10^places, as one fraction.
        const exact = BigInt(amount) * (1_000_000n - fee) * 10n ** BigInt(places);
        const perUnit = 100n * rate;
        expect(net * perUnit <= exact).toBe(true);
        expect((net + 1n) * perUnit > exact).toBe(true);
      }),
    );
  });

  test("net and fee add up to the value before the fee, rounded down; neither is negative", () => {
    fc.assert(
      fc.property(amounts, rates, fees, decimals, (amount, rate, fee, places) => {
        const { net, fee: kept } = quoteOf(amount, rate, fee, places);
        const gross = quoteOf(amount, rate, 0n, places).net;
        expect(net + kept).toBe(gross);
        expect(net >= 0n && kept >= 0n).toBe(true);
      }),
    );
  });

  test("splitting an amount over two conversions never gives more", () => {
    fc.assert(
      fc.property(amounts, amounts, rates, fees, decimals, (left, right, rate, fee, places) => {
        const parts = quoteOf(left, rate, fee, places).net + quoteOf(right, rate, fee, places).net;
        expect(parts <= quoteOf(left + right, rate, fee, places).net).toBe(true);
      }),
    );
  });
});

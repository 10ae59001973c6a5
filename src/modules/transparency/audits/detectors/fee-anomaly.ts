import { formatDecimal } from "../../../../kit/money.ts";
import { causedBy, type Detector } from "./detector.ts";
import type { PowerReading, TransferFee } from "./input.ts";

/** Of every public cluster. */
const SLOTS_PER_EPOCH = 432_000;
const ALL_BASIS_POINTS = 10_000n;

export const feeAnomaly: Detector = {
  type: "fee_anomaly",
  description:
    "Token-2022: the fee that a transaction withheld is not what the mint's configuration of that epoch says, where that configuration was read.",
  severities: ["warn"],
  thresholds: [],
  start({ readings, decimals }) {
    return {
      *see(transaction) {
        if (transaction.fee === null) return;
        const { transfers, withheld } = transaction.fee;
        const fee = feeAt(readings, transaction.slot);
        if (fee === null) return;
        const expected = transfers.reduce((sum, amount) => sum + feeOf(fee, amount), 0n);
        if (expected === withheld) return;
        yield causedBy(transaction, {
          type: "fee_anomaly",
          severity: "warn",
          wallet: null,
          delta: withheld - expected,
          details: {
            withheld: formatDecimal(withheld, decimals),
            expected: formatDecimal(expected, decimals),
            basis_points: fee.basisPoints,
            epoch: epochOf(transaction.slot),
          },
        });
      },
    };
  },
};

/**
 * The fee in force at a slot. A reading tells the fee from its older configuration's epoch on; a change made after it
 * takes effect two epochs later at the earliest.
 */
function feeAt(readings: readonly PowerReading[], slot: number): TransferFee | null {
  const epoch = epochOf(slot);
  const knowing = readings.filter(
    ({ transferFee, lastSlot }) =>
      transferFee !== null && epoch >= transferFee.older.epoch && epoch <= epochOf(lastSlot) + 1,
  );
  const reading = knowing.findLast((each) => each.slot <= slot) ?? knowing[0];
  const found = reading?.transferFee ?? null;
  if (found === null) return null;
  return epoch >= found.newer.epoch ? found.newer : found.older;
}

function epochOf(slot: number): number {
  return Math.floor(slot / SLOTS_PER_EPOCH);
}

/** What a transfer withholds: rounded up, at most the maximum. */
function feeOf({ basisPoints, maximum }: TransferFee, amount: bigint): bigint {
  const fee = (amount * BigInt(basisPoints) + ALL_BASIS_POINTS - 1n) / ALL_BASIS_POINTS;
  return fee < maximum ? fee : maximum;
}

import { formatDecimal } from "../../../../kit/money.ts";
import { causedBy, type Detector } from "./support/detector.ts";
import type { EpochSchedule, PowerReading, TransferFee } from "./support/input.ts";

/** Slots of a chain's very first epoch, where epochs begin short. */
const FIRST_EPOCH_SLOTS = 32;
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
        const expected = transfers.reduce((sum, amount) => sum + feeOf(fee.inForce, amount), 0n);
        if (expected === withheld) return;
        yield causedBy(transaction, {
          type: "fee_anomaly",
          severity: "warn",
          wallet: null,
          delta: withheld - expected,
          details: {
            withheld: formatDecimal(withheld, decimals),
            expected: formatDecimal(expected, decimals),
            basis_points: fee.inForce.basisPoints,
            epoch: fee.epoch,
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
function feeAt(
  readings: readonly PowerReading[],
  slot: number,
): { inForce: TransferFee; epoch: number } | null {
  const knowing = readings.flatMap(({ lastSlot, slot: at, transferFee }) => {
    if (transferFee === null || transferFee.epochs === null) return [];
    const epoch = epochOf(slot, transferFee.epochs);
    const isKnown = epoch >= transferFee.older.epoch && epoch <= epochOf(lastSlot, transferFee.epochs) + 1;
    return isKnown ? [{ at, epoch, transferFee }] : [];
  });
  const reading = knowing.findLast(({ at }) => at <= slot) ?? knowing[0];
  if (reading === undefined) return null;
  const { epoch, transferFee } = reading;
  return { inForce: epoch >= transferFee.newer.epoch ? transferFee.newer : transferFee.older, epoch };
}

function epochOf(slot: number, { firstNormalEpoch, firstNormalSlot, slotsPerEpoch }: EpochSchedule): number {
  if (slot >= firstNormalSlot) return firstNormalEpoch + Math.floor((slot - firstNormalSlot) / slotsPerEpoch);
  let [epoch, first, length] = [0, 0, FIRST_EPOCH_SLOTS];
  while (slot >= first + length) {
    first += length;
    length *= 2;
    epoch++;
  }
  return epoch;
}

/** What a transfer withholds: rounded up, at most the maximum. */
function feeOf({ basisPoints, maximum }: TransferFee, amount: bigint): bigint {
  const fee = (amount * BigInt(basisPoints) + ALL_BASIS_POINTS - 1n) / ALL_BASIS_POINTS;
  return fee < maximum ? fee : maximum;
}

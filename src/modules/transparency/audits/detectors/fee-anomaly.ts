import { formatDecimal } from "../../../../kit/money.ts";
import { causedBy, type Detector } from "./support/detector.ts";
import type { EpochSchedule, PowerReading, TransferFee } from "./support/input.ts";

/** Slots of epoch 0. Each warm-up epoch is twice as long as the one before. */
const FIRST_EPOCH_SLOTS = 32;
const ALL_BASIS_POINTS = 10_000n;

export const feeAnomaly: Detector = {
  type: "fee_anomaly",
  description:
    "Token-2022: the fee withheld by a transaction differs from the mint's fee configuration for that epoch. Epochs whose configuration was not read are skipped.",
  severities: ["warn"],
  thresholds: [],
  start({ readings, decimals }) {
    return {
      *visit(transaction) {
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
 * Returns the fee in force at a slot, or null if no reading covers it. A reading covers epochs from that of its older
 * configuration to one epoch after its last slot: later changes take effect two epochs later at the earliest.
 */
function feeAt(
  readings: readonly PowerReading[],
  slot: number,
): { inForce: TransferFee; epoch: number } | null {
  const covering = readings.flatMap(({ lastSlot, slot: at, transferFee }) => {
    if (transferFee === null || transferFee.epochs === null) return [];
    const epoch = epochOf(slot, transferFee.epochs);
    const isKnown = epoch >= transferFee.older.epoch && epoch <= epochOf(lastSlot, transferFee.epochs) + 1;
    return isKnown ? [{ at, epoch, transferFee }] : [];
  });
  const reading = covering.findLast(({ at }) => at <= slot) ?? covering[0];
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

/** Fee withheld from a transfer in base units: rounded up, capped at the maximum. */
function feeOf({ basisPoints, maximum }: TransferFee, amount: bigint): bigint {
  const fee = (amount * BigInt(basisPoints) + ALL_BASIS_POINTS - 1n) / ALL_BASIS_POINTS;
  return fee < maximum ? fee : maximum;
}

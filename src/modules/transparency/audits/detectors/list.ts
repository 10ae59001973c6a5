import { authorityChange } from "./authority-change.ts";
import { balanceBreak } from "./balance-break.ts";
import { dormantWakeup } from "./dormant-wakeup.ts";
import { dustStorm } from "./dust-storm.ts";
import { failedBurst } from "./failed-burst.ts";
import { feeAnomaly } from "./fee-anomaly.ts";
import { largeTransfer } from "./large-transfer.ts";
import { missingBlockTime } from "./missing-block-time.ts";
import { newTopHolder } from "./new-top-holder.ts";
import { rapidSequence } from "./rapid-sequence.ts";
import { reserveOutflow } from "./reserve-outflow.ts";
import { selfTransferLoop } from "./self-transfer-loop.ts";
import { supplyDecrease } from "./supply-decrease.ts";
import { supplyIncrease } from "./supply-increase.ts";
import type { Detector } from "./support/detector.ts";
import { treasuryOutflow } from "./treasury-outflow.ts";

/** Every detector, sorted by type. The glossary is generated from this list. */
export const DETECTORS: readonly Detector[] = [
  authorityChange,
  balanceBreak,
  dormantWakeup,
  dustStorm,
  failedBurst,
  feeAnomaly,
  largeTransfer,
  missingBlockTime,
  newTopHolder,
  rapidSequence,
  reserveOutflow,
  selfTransferLoop,
  supplyDecrease,
  supplyIncrease,
  treasuryOutflow,
];

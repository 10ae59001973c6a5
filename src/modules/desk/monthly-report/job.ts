import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import { toMonth } from "../../../kit/formats/month.ts";
import { keepUsageMonths } from "../../access/usage/index.ts";
import { closeMonths } from "../../ledger/months/index.ts";
import { CLOCK_HOLDS, findStep } from "../../platform/clock-step/index.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { writeSetting } from "../../platform/state/index.ts";
import { countDeliveryDays } from "../../webhooks/delivery-days/index.ts";
import { COUNTED, SETTLING_MS } from "./read.ts";

interface MonthEnds {
  /** Called for each month that was closed. */
  onClosed: (tx: Tx, month: string) => void;
  /** Called after each count, with the oldest month whose figures may still change. */
  onSettled: (tx: Tx, unsettled: string) => void;
}

/** Counts usage and deliveries before their records are deleted, and closes the ledger of finished months. */
export function createMonthFigures({
  onClosed,
  onSettled,
}: MonthEnds): Job<{ live: Database; clock: Clock }> {
  return {
    name: "month_figures",
    schedule: "26 * * * *",
    timeoutMs: 15 * MINUTE_MS,
    description:
      "Counts usage and deliveries for the monthly reports, and verifies the closings of finished months",
    run: async (parts, signal) => {
      if (findStep(parts.live.read, parts.clock) !== null) return CLOCK_HOLDS;
      const now = parts.clock.now();
      await keepUsageMonths(parts, now);
      await countDeliveryDays(parts, now, signal);
      await parts.live.writer.run((tx) => writeSetting(tx, COUNTED, String(now)), "lasting");
      const { closed, faults } = await closeMonths({ ...parts, onClosed }, now, signal);
      await parts.live.writer.run((tx) => onSettled(tx, toMonth(now - SETTLING_MS)));
      if (faults[0] !== undefined) throw new Error(faults[0]);
      return closed.length === 0 ? "usage and deliveries counted" : `closed ${closed.join(", ")}`;
    },
  };
}

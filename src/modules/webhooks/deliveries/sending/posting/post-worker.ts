import { systemClock } from "../../../../../kit/clock.ts";
import { systemTimers } from "../../../../../kit/timers.ts";
import { Client, type Receipt } from "../client.ts";
import type { PostMessage, ReceiptBatch } from "./post-batches.ts";

/** The thread that posts deliveries. A separate entry point, which the build names beside main.ts. */

declare const self: Worker;

let client: Client | null = null;
let receipts: ReceiptBatch[number][] = [];

self.onmessage = ({ data }: MessageEvent<PostMessage>) => {
  if ("settings" in data) {
    client = new Client({ ...data.settings, clock: systemClock, timers: systemTimers });
    return;
  }
  for (const [id, shipment] of data.batch) void client?.post(shipment).then((receipt) => reply(id, receipt));
};

/** The receipts of one turn go back together. */
function reply(id: number, receipt: Receipt): void {
  receipts.push([id, receipt]);
  if (receipts.length > 1) return;
  setImmediate(() => {
    postMessage(receipts);
    receipts = [];
  });
}

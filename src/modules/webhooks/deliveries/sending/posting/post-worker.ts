import { systemClock } from "../../../../../kit/clock.ts";
import { systemTimers } from "../../../../../kit/timers.ts";
import { Client, type Receipt } from "../client.ts";
import type { PostBatch, PostSetup } from "./post-batches.ts";

/** The thread that posts deliveries. A separate entry point, which the build names beside main.ts. */

declare const self: Worker;

let client: Client | null = null;
let receipts: [id: number, receipt: Receipt][] = [];

self.onmessage = ({ data }: MessageEvent<PostSetup | string>) => {
  if (typeof data !== "string") {
    client = new Client({ ...data.settings, clock: systemClock, timers: systemTimers });
    return;
  }
  for (const [id, shipment] of JSON.parse(data) as PostBatch)
    void client?.post(shipment).then((receipt) => reply(id, receipt));
};

/** The receipts of one turn go back together. */
function reply(id: number, receipt: Receipt): void {
  receipts.push([id, receipt]);
  if (receipts.length > 1) return;
  setImmediate(() => {
    postMessage(JSON.stringify(receipts));
    receipts = [];
  });
}

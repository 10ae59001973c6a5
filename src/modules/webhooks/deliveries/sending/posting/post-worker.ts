import { systemClock } from "../../../../../kit/clock.ts";
import { describeError } from "../../../../../kit/process/log.ts";
import { systemTimers } from "../../../../../kit/timers.ts";
import { Client, type Receipt } from "../client.ts";
import type { OpenedReceiver } from "../open-secrets.ts";
import { type LaneResult, Lanes } from "./lanes.ts";
import { signLetter } from "./letter.ts";
import type { AddressedLetter, PostMessage, Reply } from "./messages.ts";

/** The thread that signs and posts deliveries. A separate entry point, which the build names beside main.ts. */

declare const self: Worker;

const receivers = new Map<number, OpenedReceiver>();
const lanes = new Lanes<AddressedLetter>({ now: () => performance.now(), post, done });
let client: Client | null = null;
let replies: Reply[] = [];

self.onmessage = ({ data }: MessageEvent<PostMessage>) => {
  if ("settings" in data) {
    client = new Client({ ...data.settings, clock: systemClock, timers: systemTimers });
    return;
  }
  if ("recall" in data) {
    lanes.recall(data.recall);
    return;
  }
  for (const receiver of data.batch.receivers) receivers.set(receiver.webhookId, receiver);
  addAll(JSON.parse(data.batch.letters));
};

function addAll(letters: readonly AddressedLetter[]): void {
  for (const letter of letters) lanes.add(letter);
}

async function post(letter: AddressedLetter, waitedMs: number): Promise<Receipt> {
  const receiver = receivers.get(letter.webhookId);
  if (client === null || receiver === undefined) throw new Error("the thread does not know the receiver");
  return await client.post(signLetter({ ...letter, nowMs: letter.nowMs + waitedMs }, receiver));
}

/** The replies of one turn go back together. */
function done({ deliveryId }: AddressedLetter, { outcome, ...result }: LaneResult): void {
  const receipt = "receipt" in outcome ? outcome.receipt : null;
  const error = "error" in outcome ? describeError(outcome.error) : "";
  replies.push({ deliveryId, receipt, error, ...result });
  if (replies.length > 1) return;
  setImmediate(() => {
    postMessage(JSON.stringify(replies));
    replies = [];
  });
}

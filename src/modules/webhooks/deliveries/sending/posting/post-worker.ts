import { systemClock } from "../../../../../kit/clock.ts";
import { describeError } from "../../../../../kit/process/log.ts";
import { systemTimers } from "../../../../../kit/timers.ts";
import { Client } from "../client.ts";
import type { OpenedReceiver } from "../open-secrets.ts";
import { signLetter } from "./letter.ts";
import type { AddressedLetter, PostMessage, Reply } from "./messages.ts";

/** The thread that signs and posts deliveries. A separate entry point, which the build names beside main.ts. */

declare const self: Worker;

const receivers = new Map<number, OpenedReceiver>();
let client: Client | null = null;
let replies: Reply[] = [];

self.onmessage = ({ data }: MessageEvent<PostMessage>) => {
  if ("settings" in data) {
    client = new Client({ ...data.settings, clock: systemClock, timers: systemTimers });
    return;
  }
  for (const receiver of data.batch.receivers) receivers.set(receiver.webhookId, receiver);
  for (const letter of data.batch.letters) void post(letter);
};

async function post(letter: AddressedLetter): Promise<void> {
  const { deliveryId, webhookId } = letter;
  try {
    const receiver = receivers.get(webhookId);
    if (client === null || receiver === undefined) throw new Error("the thread does not know the receiver");
    reply({ deliveryId, receipt: await client.post(signLetter(letter, receiver)), error: "" });
  } catch (error) {
    reply({ deliveryId, receipt: null, error: describeError(error) });
  }
}

/** The replies of one turn go back together. */
function reply(one: Reply): void {
  replies.push(one);
  if (replies.length > 1) return;
  setImmediate(() => {
    postMessage(replies);
    replies = [];
  });
}

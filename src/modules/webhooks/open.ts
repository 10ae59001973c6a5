import { type Clock, SECOND_MS } from "../../kit/clock.ts";
import { systemTimers } from "../../kit/timers.ts";
import { Client } from "./deliveries/index.ts";

export interface WebhooksServices {
  /** Sends to other targets of strangers by the rules for webhook targets. */
  targetClient: Client;
}

interface Needs {
  config: { webhookAllowHttp: boolean; webhookAllowPrivate: boolean };
  clock: Clock;
}

const TIMEOUT_MS = 10 * SECOND_MS;

export function openWebhooks({ config, clock }: Needs): WebhooksServices {
  const targetClient = new Client({
    clock,
    timers: systemTimers,
    timeoutMs: TIMEOUT_MS,
    allowHttp: config.webhookAllowHttp,
    allowPrivate: config.webhookAllowPrivate,
  });
  return { targetClient };
}

import { type Clock, SECOND_MS } from "../kit/clock.ts";
import { systemTimers } from "../kit/timers.ts";
import { LinkChecker } from "../modules/desk/link-inbox/index.ts";
import type { Courier } from "../modules/status/subscribers/index.ts";
import { Client } from "../modules/webhooks/deliveries/index.ts";
import { targetFault } from "../modules/webhooks/webhooks/index.ts";
import type { Config } from "./config.ts";

const TIMEOUT_MS = 10 * SECOND_MS;
/** Owner of the name lookups, which are limited per owner. */
const OWNER = "status_subscribers";

/** Checks links of the operators' inbox, by the rules for webhook targets. */
export function createLinkChecker(config: Config, clock: Clock): LinkChecker {
  return new LinkChecker(createClient(config, clock), systemTimers, clock);
}

/** Sends to subscribers of the status page, by the rules for webhook targets. */
export function createCourier(config: Config, clock: Clock): Courier {
  const client = createClient(config, clock);
  const targets = { allowHttp: config.webhookAllowHttp, allowPrivate: config.webhookAllowPrivate };
  return {
    fault: (url) => targetFault(url, targets),
    async post(request) {
      const receipt = await client.post({ owner: OWNER, ...request });
      if (receipt.kind !== "answered") return "failed";
      if (receipt.status === 410) return "gone";
      return receipt.status >= 200 && receipt.status < 300 ? "accepted" : "failed";
    },
  };
}

function createClient({ webhookAllowHttp, webhookAllowPrivate }: Config, clock: Clock): Client {
  return new Client({
    clock,
    timers: systemTimers,
    timeoutMs: TIMEOUT_MS,
    allowHttp: webhookAllowHttp,
    allowPrivate: webhookAllowPrivate,
  });
}

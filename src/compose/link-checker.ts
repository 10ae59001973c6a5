import type { Clock } from "../kit/clock.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { systemTimers } from "../kit/timers.ts";
import { LinkChecker } from "../modules/desk/link-inbox/index.ts";
import { Client } from "../modules/webhooks/deliveries/index.ts";
import type { Config } from "./config.ts";

const LINK_TIMEOUT_MS = 10 * SECOND_MS;

/** Checks links of the operators' inbox, by the rules for webhook targets. */
export function createLinkChecker(
  { webhookAllowHttp, webhookAllowPrivate }: Config,
  clock: Clock,
): LinkChecker {
  const client = new Client({
    clock,
    timers: systemTimers,
    timeoutMs: LINK_TIMEOUT_MS,
    allowHttp: webhookAllowHttp,
    allowPrivate: webhookAllowPrivate,
  });
  return new LinkChecker(client, systemTimers, clock);
}

import { noteMail } from "../features/claims/index.ts";
import { sendDueMail } from "../features/mail/index.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { describeError } from "../kit/log.ts";
import type { Services } from "../services.ts";
import { JobRunner } from "./runner.ts";
import { startSettling } from "./settling.ts";

const USAGE_FLUSH_MS = 5 * SECOND_MS;
const MAIL_POLL_MS = 2 * SECOND_MS;

/** What runs beside the listener until the server stops. */
export interface Background {
  /** Starts nothing more and waits at most this long, and a moment, for what is under way. */
  stop(waitMs: number): Promise<void>;
}

/**
 * Starts the jobs, what moves long queues of webhooks, the timer that stores what was counted of requests, and the one
 * that looks for mail to be sent.
 */
export function startBackground(services: Services): Background {
  const { usage, log } = services;
  const runner = new JobRunner(services);
  const usageTimer = setInterval(() => {
    usage.flush().catch((error) => log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  const settling = startSettling(services);
  const stopMail = startMail(services);
  runner.start();
  return {
    async stop(waitMs) {
      clearInterval(usageTimer);
      await Promise.all([runner.stop(waitMs), stopMail(waitMs), settling.stop()]);
    },
  };
}

/** Returns what stops it: nothing more is sent then, and what is on its way may arrive within the time given. */
function startMail({ mail, live, clock, log, http }: Services): (waitMs: number) => Promise<void> {
  if (mail === null) return async () => undefined;
  const parts = { db: live, clock, log, ...mail, safeModeReason: http.safeModeReason, onEnd: noteMail };
  const stopping = new AbortController();
  let sending: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    sending ??= sendDueMail(parts, stopping.signal)
      .catch((error) => log.error("mail could not be looked after", { error: describeError(error) }))
      .finally(() => {
        sending = null;
      });
  }, MAIL_POLL_MS);
  return async (waitMs) => {
    clearInterval(timer);
    stopping.abort();
    await Promise.race([sending, Bun.sleep(waitMs)]);
  };
}

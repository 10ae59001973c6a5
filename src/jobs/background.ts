import { notePolicy } from "../features/audio-share/index.ts";
import { noteMail } from "../features/claims/index.ts";
import { findLastOkRun } from "../features/jobs/index.ts";
import { sendDueMail } from "../features/mail/index.ts";
import { publishLog } from "../features/signed-log/index.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { describeError } from "../kit/log.ts";
import type { Services } from "../services.ts";
import { publicStats } from "./chain.ts";
import { startDeliveries } from "./deliveries.ts";
import { JobRunner } from "./runner.ts";
import { startSettling } from "./settling.ts";

const USAGE_FLUSH_MS = 5 * SECOND_MS;
const MAIL_POLL_MS = 2 * SECOND_MS;
/** Half of what a kill may cost, so that a flush under way is within it too. */
const CLICKS_FLUSH_MS = SECOND_MS / 2;

/** What runs beside the listener until the server stops. */
export interface Background {
  /**
   * Settles once whoever connects finds the log signed and the token's figures: at once, but for a first start on the
   * demo chain.
   */
  firstFigures: Promise<void>;
  /** Starts nothing more and waits at most this long, and a moment, for what is under way. */
  stop(waitMs: number): Promise<void>;
}

/**
 * Starts the jobs, the deliveries, what moves long queues of webhooks, the timers that store what was counted of requests
 * and clicks, and the one that looks for mail to be sent; signs what a crash left unsigned of the log.
 */
export function startBackground(services: Services): Background {
  const { usage, log } = services;
  const runner = new JobRunner(services);
  const usageTimer = setInterval(() => {
    usage.flush().catch((error) => log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  const settling = startSettling(services);
  const deliveries = startDeliveries(services);
  const stopMail = startMail(services);
  const stopClicks = startClicks(services);
  const firstFigures = signLog(services)
    .then(() => readDemoChain(services, runner))
    .finally(() => runner.start());
  return {
    firstFigures,
    async stop(waitMs) {
      clearInterval(usageTimer);
      stopClicks();
      await Promise.all([runner.stop(waitMs), deliveries.stop(waitMs), stopMail(waitMs), settling.stop()]);
    },
  };
}

/** Why the log is not signed is for the operators' log, and no reason not to start (contract section 11). */
async function signLog({ signedLog, log }: Services): Promise<void> {
  try {
    const hold = await publishLog(signedLog);
    if (hold !== null) log.warn("the log is not signed", { ...hold });
  } catch (error) {
    log.warn("the log could not be signed", { error: describeError(error) });
  }
}

/** The demo chain is read in a moment, so that a first visit shows figures; a real one takes as long as its addresses. */
async function readDemoChain({ chain, live }: Services, runner: JobRunner): Promise<void> {
  if (chain?.mode === "demo" && findLastOkRun(live.read, publicStats.name) === null)
    await runner.run(publicStats, "overdue");
}

/** Notes the policy that links are held against from now on, and stores their clicks. Returns what stops that. */
function startClicks({ audioShare, live, log }: Services): () => void {
  live.writer
    .run((tx) => notePolicy(tx, { kind: "command", name: "serve" }, audioShare.policy))
    .catch((error) => log.warn("the policy was not noted", { error: describeError(error) }));
  const timer = setInterval(() => {
    audioShare.clicks
      .flush()
      .catch((error) => log.warn("clicks were not stored", { error: describeError(error) }));
  }, CLICKS_FLUSH_MS);
  return () => clearInterval(timer);
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

import { JobRunner } from "../jobs/runner.ts";
import { sendAlerts, sendMail } from "../jobs/sending.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { describeError } from "../kit/log.ts";
import { OutageWatch } from "../modules/operations/alerts/index.ts";
import { findLastOkRun } from "../modules/platform/jobs/index.ts";
import { notePolicy } from "../modules/share-links/links/index.ts";
import { publicStats } from "../modules/token/figures/jobs.ts";
import { publishLog } from "../modules/transparency/signed-log/index.ts";
import { startDeliveries } from "../modules/webhooks/deliveries/run-deliveries.ts";
import { startSettling } from "../modules/webhooks/deliveries/run-settling.ts";
import type { Services } from "./services.ts";

const USAGE_FLUSH_MS = 5 * SECOND_MS;
const SENDING_POLL_MS = 2 * SECOND_MS;
const OUTAGE_LOOK_MS = 15 * SECOND_MS;
/** Nobody should wait for it at the start, nor with the first request for practice. */
const PRACTICE_AFTER_MS = SECOND_MS;
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
 * and clicks, and those that look for mail and alerts to be sent; signs what a crash left unsigned of the log.
 */
export function startBackground(services: Services): Background {
  const { usage, log } = services;
  const runner = new JobRunner(services);
  const usageTimer = setInterval(() => {
    usage.flush().catch((error) => log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  const settling = startSettling(services);
  const deliveries = startDeliveries(services);
  const sendings = [startSending(services, "mail", sendMail), startSending(services, "alerts", sendAlerts)];
  const stopWatch = startOutageWatch(services);
  const preparing = setTimeout(() => services.practice.prepare(), PRACTICE_AFTER_MS);
  const stopClicks = startClicks(services);
  const firstFigures = signLog(services)
    .then(() => readDemoChain(services, runner))
    .finally(() => runner.start());
  return {
    firstFigures,
    async stop(waitMs) {
      clearInterval(usageTimer);
      stopClicks();
      stopWatch();
      clearTimeout(preparing);
      await Promise.all([
        runner.stop(waitMs),
        deliveries.stop(waitMs),
        ...sendings.map((stopSending) => stopSending(waitMs)),
        settling.stop(),
      ]);
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

/** Looks for what is due, again and again. Returns what stops it: what is on its way may arrive within the time given. */
function startSending(
  services: Services,
  what: string,
  send: (services: Services, signal: AbortSignal) => Promise<void>,
): (waitMs: number) => Promise<void> {
  const stopping = new AbortController();
  let sending: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    sending ??= send(services, stopping.signal)
      .catch((error) =>
        services.log.error(`${what} could not be looked after`, { error: describeError(error) }),
      )
      .finally(() => {
        sending = null;
      });
  }, SENDING_POLL_MS);
  return async (waitMs) => {
    clearInterval(timer);
    stopping.abort();
    await Promise.race([sending, Bun.sleep(waitMs)]);
  };
}

/** Tells operators of what no alert could be kept of. Returns what stops it. */
function startOutageWatch({ alerts, readiness, clock, log }: Services): () => void {
  if (!alerts.isOn) return () => undefined;
  const watch = new OutageWatch({ alerts, readiness, clock, log });
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void watch.look().finally(() => {
      isLooking = false;
    });
  }, OUTAGE_LOOK_MS);
  return () => clearInterval(timer);
}

import { Cron } from "croner";
import type { Database } from "../../../../db/database.ts";
import { type Clock, SECOND_MS } from "../../../../kit/clock.ts";
import { randomFraction } from "../../../../kit/ids.ts";
import type { Logger } from "../../../../kit/process/log.ts";
import { systemTimers } from "../../../../kit/timers.ts";
import type { Tracer } from "../../../../kit/tracing/tracer.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { isPaused, readSafeMode, readSetting, writeSetting } from "../../../platform/state/index.ts";
import { DeliveryEngine } from "./engine/engine.ts";
import { Poster } from "./posting/poster.ts";

export interface DeliveryParts {
  config: {
    webhookMaxAttempts: number;
    webhookRetryBaseSeconds: number;
    webhookRetryMaxSeconds: number;
    webhookRetryJitter: number;
    webhookTimeoutSeconds: number;
    webhookConcurrency: number;
    webhookConcurrencyPerWebhook: number;
    webhookAllowHttp: boolean;
    webhookAllowPrivate: boolean;
  };
  clock: Clock;
  live: Database;
  log: Logger;
  keyring: Keyring;
  /** Null unless traces are exported. */
  tracer: Tracer | null;
}

const EVERY_SECOND = "* * * * * *";
const ALIVE_AT = "deliveries_alive_at";

/** Sends live deliveries until stopped: woken by commits that create work, and every second for due records. */
export function startDeliveries(services: DeliveryParts): { stop(waitMs: number): Promise<void> } {
  const poster = createPoster(services);
  const engine = createEngine(services, poster);
  const cron = new Cron(EVERY_SECOND, { utcOffset: 0, protect: true, unref: true }, () => engine.tick());
  void engine.start();
  return {
    async stop(waitMs) {
      cron.stop();
      await engine.stop(waitMs);
      poster.end();
    },
  };
}

function createPoster({ config, log }: DeliveryParts): Poster {
  return new Poster({
    log,
    settings: {
      timeoutMs: config.webhookTimeoutSeconds * SECOND_MS,
      allowHttp: config.webhookAllowHttp,
      allowPrivate: config.webhookAllowPrivate,
      firstRetryMs: config.webhookRetryBaseSeconds * SECOND_MS * (1 - config.webhookRetryJitter),
    },
  });
}

function createEngine(
  { config, clock, live, log, keyring, tracer }: DeliveryParts,
  poster: Poster,
): DeliveryEngine {
  const timeoutMs = config.webhookTimeoutSeconds * SECOND_MS;
  const baseMs = config.webhookRetryBaseSeconds * SECOND_MS;
  return new DeliveryEngine({
    db: live,
    clock,
    timers: systemTimers,
    log,
    opener: keyring,
    tracer,
    random: randomFraction,
    poster,
    policy: {
      maxAttempts: config.webhookMaxAttempts,
      baseMs,
      maxMs: config.webhookRetryMaxSeconds * SECOND_MS,
      jitter: config.webhookRetryJitter,
      timeoutMs,
    },
    limits: {
      total: config.webhookConcurrency,
      perWebhook: config.webhookConcurrencyPerWebhook,
      slow: Math.floor(config.webhookConcurrency / 4),
    },
    isPaused: (sql) => isPaused(sql) || readSafeMode(sql) !== null,
    heartbeat: {
      last: (sql) => numberOrNull(readSetting(sql, ALIVE_AT)),
      beat: (tx) => writeSetting(tx, ALIVE_AT, String(tx.now)),
    },
  });
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}

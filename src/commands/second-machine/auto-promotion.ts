import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Config, ConfigError } from "../../compose/config.ts";
import { isServiceAddress, witnessStore } from "../../compose/lease.ts";
import { systemClock } from "../../kit/clock.ts";
import { describeError, type Logger } from "../../kit/process/log.ts";
import { systemRandom } from "../../kit/random.ts";
import type { AlertDesk } from "../../modules/operations/alerts/index.ts";
import {
  AutoPromotion,
  createStoreWitness,
  Scout,
  serviceWitness,
  type Won,
} from "../../modules/operations/auto-promotion/index.ts";
import {
  LeaseError,
  type LeaseStore,
  leaseAlert,
  readRecordedEpoch,
  replicaLocation,
} from "../../modules/operations/lease/index.ts";
import type { Option } from "../command.ts";
import { completeClaimed, takeOverInto } from "./promote.ts";

export const AUTO_PROMOTE_OPTIONS: Record<string, Option> = {
  "auto-promote": {
    type: "boolean",
    meaning: "Take over by itself once the lease is expired (AUTO_PROMOTE)",
  },
  "dry-run": { type: "boolean", meaning: "With --auto-promote: only say when it would take over" },
  "promote-after": {
    type: "string",
    value: "SECONDS",
    meaning: "Time for which the lease must be expired (AUTO_PROMOTE_AFTER_SECONDS)",
  },
  cooldown: {
    type: "string",
    value: "SECONDS",
    meaning: "Time after any promotion without another one (AUTO_PROMOTE_COOLDOWN_SECONDS)",
  },
  witness: {
    type: "string",
    value: "URL",
    meaning:
      "Another address of the service, or a second store, that must not see the leader (LEASE_WITNESS_URL)",
  },
};

/** Whether a standby of this directory was promoted: it then has databases and an epoch of this replica. */
export function hasTakenOver({ dataDir }: Config, url: string): boolean {
  return existsSync(join(dataDir, "live.db")) && readRecordedEpoch(dataDir)?.replica === replicaLocation(url);
}

interface Parts {
  url: string;
  store: LeaseStore | string;
  alerts: AlertDesk;
  log: Logger;
}

/** Null if AUTO_PROMOTE is off. @throws LeaseError if the store supports no lease; ConfigError */
export function autoPromotion(config: Config, { url, store, alerts, log }: Parts): AutoPromotion | null {
  const { autoPromote, leaseSeconds, leaseWitnessUrl: witness } = config;
  if (autoPromote === "off") return null;
  if (typeof store === "string")
    throw new LeaseError(`There is no lease: ${store}. Without one a standby cannot take over by itself.`);
  if (witness !== null && replicaLocation(witness) === replicaLocation(url))
    throw new ConfigError(
      "LEASE_WITNESS_URL: it is the replica's own store. Example: LEASE_WITNESS_URL=s3://other-bucket/salute",
    );
  const second = witnessStore(config);
  return new AutoPromotion({
    scout: new Scout({
      store,
      witness:
        second !== null
          ? createStoreWitness(second, leaseSeconds)
          : witness !== null && isServiceAddress(witness)
            ? serviceWitness(witness, leaseSeconds)
            : null,
      leaseSeconds,
      clock: systemClock,
    }),
    limits: {
      leaseSeconds,
      afterSeconds: config.autoPromoteAfterSeconds,
      cooldownSeconds: config.autoPromoteCooldownSeconds,
    },
    isDryRun: autoPromote === "dry-run",
    takeOver: () => takeOverInto(config, url, { log, isAutomatic: true }),
    alerts,
    host: hostname(),
    clock: systemClock,
    log,
  });
}

/** Returns the notification to operators. @throws what stopped the promotion, of which operators are told */
export async function completeWon(
  { takeOver, claimed, words }: Won,
  alerts: AlertDesk,
  log: Logger,
): Promise<string> {
  try {
    return `${await completeClaimed(takeOver, claimed, log)} The standby ${hostname()} took over by itself: ${words}`;
  } catch (error) {
    const message = `Epoch ${claimed.epoch} is claimed, and nobody leads it: ${(error as Error).message} Look after it, then: salute promote`;
    const title = `the standby ${hostname()} failed to take over`;
    await alerts
      .sendNow(leaseAlert(title, message, alerts.parts.baseUrl()), systemClock.now(), systemRandom)
      .catch((failure) => log.warn("an alert could not be sent", { error: describeError(failure) }));
    throw error;
  } finally {
    takeOver.discard();
  }
}

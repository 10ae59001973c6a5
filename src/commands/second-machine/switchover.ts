import { join, resolve } from "node:path";
import { createLease } from "../../compose/lease.ts";
import type { Services } from "../../compose/services.ts";
import { hasServer } from "../../db/directory-lock.ts";
import { SECOND_MS, systemClock } from "../../kit/clock.ts";
import { createLogger } from "../../kit/process/log.ts";
import {
  describeStanding,
  LeaseError,
  type LeaseKeeper,
  leaseAlert,
  markHandOver,
  readHandOver,
} from "../../modules/operations/lease/index.ts";
import { controlSocket, REPLICATED, syncDatabase } from "../../modules/operations/replication/index.ts";
import { endLeaseStop, stopForLease } from "../../modules/platform/state/index.ts";
import { type Command, CommandFailed, print } from "../command.ts";
import { requireDatabases, resolveConfig, toActor, withServices } from "../workspace.ts";
import { requireReplicaUrl } from "./promote.ts";

/** Time for the replica to receive every change. */
const SYNC_MS = 60 * SECOND_MS;

export const switchover: Command = {
  name: "switchover",
  needs: ["LITESTREAM_REPLICA_URL"],
  usage: "switchover",
  summary: "Hand the lead over: stop changes, wait until the replica has everything, and release the epoch",
  details:
    "Run it on the leader, beside its running server. Nothing is lost: changes answer 503 safe_mode from now on, and salute promote on another machine makes the next leader without waiting. This directory no longer leads; if the replica does not take everything, changes continue as before.",
  options: {},
  run: async (invocation) => {
    const config = resolveConfig(invocation);
    const url = requireReplicaUrl(config);
    requireDatabases(config);
    const lease = createLease(config, systemClock, createLogger("error", false));
    if (lease === null || typeof lease.parts.store === "string")
      throw new LeaseError(`There is nothing to hand over: ${lease === null ? url : lease.parts.store}.`);
    const { store } = lease.parts;
    const standing = await lease.checkAtStart();
    if (standing.kind !== "held") throw new LeaseError(describeStanding(standing, lease.epoch));
    if (!hasServer(config.dataDir))
      throw new CommandFailed(
        `No server runs on ${config.dataDir}: start it (salute serve), then switch over.`,
      );
    return withServices(invocation, async (services) => {
      await stopChanges(services, lease);
      try {
        await holdEverything(resolve(config.dataDir));
      } catch (error) {
        await goOn(services);
        throw notHandedOver(error as Error);
      }
      try {
        await markHandOver(store, lease.epoch, systemClock.now());
      } catch (error) {
        // The record may exist although its answer was lost: while that is unknown, changes stay stopped.
        if ((await readHandOver(store, lease.epoch)) === null) {
          await goOn(services);
          throw notHandedOver(error as Error);
        }
      }
      await tell(services, lease);
      print(
        `epoch ${lease.epoch} is handed over, and the replica has everything.\nNext, on the other machine: salute promote --data DIR\nThen stop this server.`,
      );
      return 0;
    });
  },
};

function notHandedOver(error: Error): CommandFailed {
  return new CommandFailed(
    `Nothing was handed over: ${error.message}. Changes go on, unless safe mode was on before. See: salute doctor`,
  );
}

/** Every change checks this in its own transaction, so none is committed after it. */
async function stopChanges({ live }: Services, { epoch }: LeaseKeeper): Promise<void> {
  const reason = `Epoch ${epoch} is handed over: salute promote makes the next leader`;
  await live.writer.run((tx) => stopForLease(tx, toActor(switchover), { lease: "handed_over", reason }));
}

/** @throws if Litestream is not running, or its store does not take everything in time */
async function holdEverything(dataDir: string): Promise<void> {
  for (const name of REPLICATED)
    await syncDatabase(controlSocket(dataDir), join(dataDir, `${name}.db`), SYNC_MS);
}

async function goOn({ live }: Services): Promise<void> {
  await live.writer.run((tx) => endLeaseStop(tx, toActor(switchover)));
}

async function tell({ live, alerts, http }: Services, { epoch }: LeaseKeeper): Promise<void> {
  const words = `Epoch ${epoch} was handed over. This machine takes no more changes.`;
  await live.writer.run((tx) =>
    alerts.raise(tx, leaseAlert("the lead was handed over", words, http.baseUrl())),
  );
}

import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { litestream } from "../../compose/backup-places.ts";
import { type Config, requireNamedEnvironment } from "../../compose/config.ts";
import { logKeyPath } from "../../compose/key-paths.ts";
import { leaseStore } from "../../compose/lease.ts";
import { alertReceiver } from "../../compose/open/alert-receiver.ts";
import { SECOND_MS, systemClock } from "../../kit/clock.ts";
import { httpAddress } from "../../kit/network/addresses.ts";
import { startPolling } from "../../kit/poll.ts";
import { VERSION } from "../../kit/process/version.ts";
import { AlertDesk } from "../../modules/operations/alerts/index.ts";
import { newestEpoch } from "../../modules/operations/lease/index.ts";
import { requireVacant, STANDBY_FOLDER } from "../../modules/operations/promotion/index.ts";
import {
  answerStandby,
  Follower,
  type StandbyFacts,
  StandbyWatch,
} from "../../modules/operations/standby/index.ts";
import { type Command, CommandFailed, print, UsageError } from "../command.ts";
import { LISTEN_OPTIONS } from "../server/listen.ts";
import { lockOwn } from "../server/lock.ts";
import { serverLog } from "../server/run-server.ts";
import { serve } from "../server/serve.ts";
import { stopSignal } from "../server/stop-signal.ts";
import { createSettingsReader, resolveOwnConfig } from "../workspace.ts";
import { AUTO_PROMOTE_OPTIONS, autoPromotion, completeWon, hasTakenOver } from "./auto-promotion.ts";
import {
  findKeyFault,
  requireKeyFile,
  requireMasterKey,
  requireReplicaUrl,
  serveAsLeader,
} from "./promote.ts";

const WATCH_MS = SECOND_MS;

export const standby: Command = {
  name: "standby",
  usage:
    "standby [--auto-promote [--dry-run] [--promote-after SECONDS] [--cooldown SECONDS] [--witness URL]] [--port 8080] [--host 127.0.0.1] --data DIR",
  summary: "Keep a copy of the leader's databases from its replica, and report its delay",
  details:
    "DIR holds only master.key and log.key. The copy is in DIR/standby. /, /readyz and /metrics report its delay; everything else is 503 standby, with LEADER_BASE_URL. To take over: stop it, then salute promote --data DIR. With --auto-promote it takes over by itself once the leader has not renewed its lease for LEASE_SECONDS and the time of --promote-after, by the answers of the replica's store; it proves the replica before. It does not while the store is silent, the witness sees the leader, a promotion is recent, the replica cannot be proved, or its clock is wrong, and says so. It then serves, as promote does, also when it is started again on that directory.",
  options: { ...LISTEN_OPTIONS, ...AUTO_PROMOTE_OPTIONS },
  run: async (invocation) => {
    if (invocation.flags["dry-run"] === true && invocation.flags["auto-promote"] !== true)
      throw new UsageError("--dry-run goes with --auto-promote");
    const reader = createSettingsReader(invocation);
    const config = resolveOwnConfig(invocation);
    const url = requireReplicaUrl(config);
    requireNamedEnvironment(config);
    // It took over before: its replica is its own, or the start says who leads now.
    if (config.autoPromote !== "off" && hasTakenOver(config, url)) return serve.run(invocation);
    const stopped = stopSignal();
    const log = serverLog(config);
    const store = leaseStore(config, url);
    // A store that does not answer now may answer later: a standby waits for it.
    if (typeof store !== "string")
      await newestEpoch(store).catch((error) =>
        log.warn("the replica's store does not answer", { reason: (error as Error).message }),
      );
    requireVacant(config.dataDir);
    requireMasterKey(config);
    requireKeyFile(logKeyPath(config));
    const lock = lockOwn(config.dataDir);
    const folder = join(resolve(config.dataDir), STANDBY_FOLDER);
    const program = { ...litestream(config), directory: join(folder, "litestream") };
    const { leaseSeconds } = config;
    const follower = new Follower({
      ...{ folder, url, store, program, leaseSeconds, log },
      keyFault: (live) => findKeyFault(live, config),
      clock: systemClock,
    });
    // Its address, which only a listening server knows, is for alerts without any other.
    const own = { address: "" };
    const alerts = alertsOf(config, () => own.address);
    const promotion = autoPromotion(config, { url, store, alerts, log });
    const server = listen(config, {
      state: () => follower.state,
      promotion: () => promotion?.view ?? null,
      leaderBaseUrl: config.leaderBaseUrl,
      host: hostname(),
      version: VERSION,
      now: () => systemClock.now(),
    });
    own.address = httpAddress(config.host, server.port ?? config.port);
    follower.start();
    const watch = new StandbyWatch({
      state: () => follower.state,
      alerts,
      host: hostname(),
      leaseSeconds,
      clock: systemClock,
      log,
    });
    const watching = startPolling({ everyMs: WATCH_MS, what: "alerts", log, work: () => watch.look() });
    print(`salute runs as a standby on ${own.address}`);
    log.info("listening", { address: own.address, role: "standby" });
    const won = await Promise.race([
      stopped.then(() => null),
      ...(promotion === null ? [] : [promotion.start()]),
    ]);
    await Promise.all([promotion?.stop(won !== null), follower.stop(), watching.stop(WATCH_MS)]);
    if (won !== null) {
      const told = await completeWon(won, alerts, log);
      await server.stop(true);
      return serveAsLeader(invocation, { config, reader, stopped, log, told, lock });
    }
    log.info("stopping", { signal: await stopped });
    await server.stop(true);
    lock.release();
    log.flush();
    return 0;
  },
};

/** By the webhooks alone: what mail needs is in the leader's database. The runbook is the leader's. */
function alertsOf(config: Config, address: () => string): AlertDesk {
  return new AlertDesk({
    webhook: alertReceiver(config, "first"),
    second: null,
    recipients: [],
    mail: null,
    duty: () => null,
    links: null,
    baseUrl: () => config.leaderBaseUrl ?? config.publicBaseUrl ?? address(),
  });
}

/** @throws CommandFailed if the address is not available */
function listen({ port, host }: Config, facts: StandbyFacts) {
  try {
    return Bun.serve({ port, hostname: host, fetch: (request) => answerStandby(request, facts) });
  } catch (error) {
    throw new CommandFailed(`Cannot listen on ${host} port ${port}: ${(error as Error).message}`);
  }
}

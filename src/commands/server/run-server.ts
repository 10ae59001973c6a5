import { buildApp } from "../../app.ts";
import { systemTiming } from "../../chain/rpc/timing.ts";
import { type Config, type SettingsReader, settingsForCommands } from "../../compose/config.ts";
import { reload } from "../../compose/open/reload.ts";
import { openServices } from "../../compose/open/services.ts";
import { describeUnknown } from "../../compose/parsing/unknown.ts";
import { writeServerSettings } from "../../compose/server-settings.ts";
import type { Services } from "../../compose/services.ts";
import type { DirectoryLock } from "../../db/directory-lock.ts";
import type { HttpApp } from "../../http/routing/http-app.ts";
import { SECOND_MS, systemClock } from "../../kit/clock.ts";
import { httpAddress } from "../../kit/network/addresses.ts";
import { createLogger, describeError, type Logger } from "../../kit/process/log.ts";
import { giveToOwner } from "../../kit/process/ownership.ts";
import {
  type LeaseKeeper,
  leaseAlert,
  readRecordedEpoch,
  writeOwnEpoch,
} from "../../modules/operations/lease/index.ts";
import { CommandFailed, type Flags, print } from "../command.ts";
import { firstStart } from "./first-start.ts";
import { requireCompatible } from "./handover/compatible.ts";
import { leave } from "./handover/hand-over.ts";
import { LocalSocket } from "./handover/local-socket.ts";
import type { Predecessor } from "./handover/predecessor.ts";
import { Restarts } from "./handover/restarts.ts";
import { listen } from "./listen.ts";
import { lockOwn, writePidFile } from "./lock.ts";
import { Running } from "./running.ts";
import { recordMode, toMode } from "./served-mode.ts";
import type { StopSignal } from "./stop-signal.ts";

/** Requests that waited for the listener go before the server's own work. */
const FIRST_REQUESTS_MS = 10;
/** Time for the first replication of a promoted machine. */
const FIRST_SYNC_MS = 30 * SECOND_MS;

/** The log of a listening process. */
export function serverLog(config: Config): Logger {
  const log = createLogger(config.logLevel, process.stderr.isTTY === true);
  logRejections(log);
  for (const unknown of config.unknown) log.warn(describeUnknown(unknown));
  return log;
}

/** The settings of a server's start. */
export interface Start {
  config: Config;
  /** Already checked; null if no replica is configured. */
  lease: LeaseKeeper | null;
  log: Logger;
  stopped: Promise<StopSignal>;
  /** For a promoted machine: the notification to operators. */
  promoted: string | null;
  reader: SettingsReader;
  /** Of the command that serves. */
  flags: Flags;
}

/** Opens a locked directory, listens, and works until a stop signal, or until another process takes over. */
export async function runServer(start: Start, lock: DirectoryLock): Promise<number> {
  const { config, promoted } = start;
  const services = await open(start);
  const app = buildApp(services);
  // A promoted machine takes changes once its own replica has started, where the next machine will find them.
  if (promoted !== null)
    await Promise.all([beginReplica(services, promoted), completeOrClose(app, services)]);
  const port = await listen(app, config, null).catch(async (error) => {
    await services.close();
    throw error;
  });
  services.listensOn(port);
  if (promoted === null) {
    await services.replicator?.start();
    await Bun.sleep(FIRST_REQUESTS_MS);
    await completeOrClose(app, services);
  }
  return serveUntilEnd(start, { services, app, lock, predecessor: null });
}

/** Takes the place of the directory's running server, and works as `runServer` does. */
export async function takeOver(start: Start, predecessor: Predecessor): Promise<number> {
  const { config, log } = start;
  requireCompatible(config);
  const services = await open(start);
  const app = buildApp(services);
  await completeOrClose(app, services);
  // Its jobs start when the predecessor's have ended.
  const { jobs: _, ...files } = (await services.readiness()).checks;
  const fault = Object.entries(files).find(([, found]) => found !== "ok");
  if (fault !== undefined) throw new CommandFailed(`it is not ready: ${fault.join(" ")}`);
  const port = await predecessor.take();
  const lock = lockOwn(config.dataDir);
  services.listensOn(await listen(app, config, port));
  void predecessor.replicaFree(log).then(() => services.replicator?.start());
  return serveUntilEnd(start, { services, app, lock, predecessor });
}

function open({ config, lease, log }: Start): Promise<Services> {
  return openServices(config, { clock: systemClock, log, timing: systemTiming, lease });
}

/** A listening application. */
interface Listening {
  services: Services;
  app: HttpApp;
  lock: DirectoryLock;
  predecessor: Predecessor | null;
}

async function serveUntilEnd(start: Start, { services, app, lock, predecessor }: Listening): Promise<number> {
  const { config, log, stopped, reader, flags } = start;
  const port = app.server?.port ?? config.port;
  const restarts = new Restarts(predecessor?.left(log) ?? Promise.resolve());
  const restart = () => restarts.answer();
  const socket = new LocalSocket({ app, dataDir: config.dataDir, log, restart });
  if (config.pidFile !== null) writePidFile(config.pidFile);
  predecessor?.noteServing();
  const parts = { config, services, app, log, stopped, flags, environment: reader.own, socket };
  const running = new Running(parts, lock);
  restarts.allow(running);
  await running.background.firstFigures;
  const address = httpAddress(config.host, port);
  // A terminal that is closed sends it too, and there it ends the server.
  if (process.stderr.isTTY !== true) process.on("SIGHUP", () => reloadAgain(services, reader));
  announce(start, services, address);
  try {
    await recordMode(services, log);
    await firstStart(services, services.http.baseUrl());
  } catch (error) {
    await running.stop();
    throw error;
  }
  const successor = await Promise.race([stopped.then(() => null), restarts.successor]);
  if (successor !== null) {
    log.info("another process serves", { pid: successor.pid });
    return leave(running, successor);
  }
  log.info("stopping", { signal: await stopped, in_flight: services.http.inFlight.count });
  await running.stop();
  log.info("stopped");
  log.flush();
  return 0;
}

/** Tells the terminal, the log, and commands beside the server. */
function announce({ config, log }: Start, services: Services, address: string): void {
  print(`salute listens on ${address}`);
  const safeMode = services.http.safeModeReason();
  if (safeMode !== null) print(`Safe mode is on, and every change answers 503 safe_mode: ${safeMode}`);
  log.routine("listening", { address });
  if (!config.environmentNamed)
    log.info("development is assumed: neither SALUTE_ENV nor NODE_ENV says what this is");
  writeServerSettings(config.dataDir, {
    mode: toMode(config),
    names_mode: config.environmentNamed,
    base_url: services.http.baseUrl(),
    settings: settingsForCommands(),
    listens: { PORT: new URL(address).port || "80", HOST: config.host },
    unknown: config.unknown.map(({ name }) => name),
  });
  const given = giveToOwner(config.dataDir);
  if (given.length > 0)
    log.warn("runs as root on a directory of another account, which now owns what the start made", {
      files: given.length,
    });
}

/** A fault leaves everything as it was. */
function reloadAgain(services: Services, reader: SettingsReader): void {
  const { log } = services;
  try {
    const { config, changed } = reader.again();
    const { applied, needRestart } = reload(services, config, changed);
    log.warn("settings read again", {
      applied: applied.join(", ") || "nothing but policy files",
      need_restart: needRestart.join(", ") || "none",
    });
  } catch (error) {
    log.error("settings cannot be read again, and stay as they are", { error: (error as Error).message });
  }
}

async function beginReplica(services: Services, told: string): Promise<void> {
  const { config, replicator, lease, live, alerts, log, http } = services;
  await replicator?.start();
  if (replicator !== null && !(await replicator.syncAll(FIRST_SYNC_MS)))
    log.warn("the replica of this epoch has not started yet", { fault: replicator.state.fault });
  await lease?.look();
  await live.writer.run((tx) => alerts.raise(tx, leaseAlert("this machine leads", told, http.baseUrl())));
  const recorded = readRecordedEpoch(config.dataDir);
  if (recorded?.announces === undefined) return;
  const { announces: _, ...own } = recorded;
  writeOwnEpoch(config.dataDir, own);
}

/**
 * A stop signal ends the wait for the store. @param hasWaited whether the previous leader was waited for
 * @throws LeaseError if another machine leads
 */
export async function takeUp(
  lease: LeaseKeeper | null,
  stopped: Promise<unknown>,
  hasWaited: boolean,
): Promise<void> {
  await lease?.acquire(whenStopped(stopped), hasWaited);
}

/** Aborted by the stop signal. */
export function whenStopped(stopped: Promise<unknown>): AbortSignal {
  const waiting = new AbortController();
  void stopped.then(() => waiting.abort());
  return waiting.signal;
}

/** @throws ConfigError for a setting that does not fit the operations; the data directory is then closed again */
async function completeOrClose(app: HttpApp, services: Services): Promise<void> {
  try {
    await app.complete();
  } catch (error) {
    await app.stop(true);
    await services.close();
    await services.replicator?.stop();
    throw error;
  }
}

/** Bun ends the process on an unhandled rejection: a single one must not stop the server. */
function logRejections(log: Logger): void {
  process.on("unhandledRejection", (error) =>
    log.error("unhandled rejection", { error: describeError(error) }),
  );
}

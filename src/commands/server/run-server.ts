import { mkdirSync } from "node:fs";
import http from "node:http";
import { buildApp } from "../../app.ts";
import { systemTiming } from "../../chain/rpc/timing.ts";
import { type Background, startBackground } from "../../compose/background.ts";
import { type Config, type Reread, settingsForCommands } from "../../compose/config.ts";
import { reload } from "../../compose/open/reload.ts";
import { openServices } from "../../compose/open/services.ts";
import { describeUnknown } from "../../compose/parsing/unknown.ts";
import { writeServerSettings } from "../../compose/server-settings.ts";
import type { Services } from "../../compose/services.ts";
import { DirectoryInUse, type DirectoryLock, lockDirectory } from "../../db/directory-lock.ts";
import { connectionCaps } from "../../http/routing/connection-caps.ts";
import type { HttpApp } from "../../http/routing/http-app.ts";
import { SECOND_MS, systemClock } from "../../kit/clock.ts";
import { httpAddress } from "../../kit/network/addresses.ts";
import { createLogger, describeError, type Logger } from "../../kit/process/log.ts";
import { giveToOwner } from "../../kit/process/ownership.ts";
import { type LeaseKeeper, leaseAlert } from "../../modules/operations/lease/index.ts";
import { CommandFailed, type Option, print } from "../command.ts";
import { firstStart } from "./first-start.ts";
import type { StopSignal } from "./stop-signal.ts";

/** Time for requests in progress to finish (contract section 1). */
const STOP_DEADLINE_MS = 10 * SECOND_MS;
/** Jobs are aborted a little earlier, so that they can still record their end. */
const JOBS_DEADLINE_MS = 8 * SECOND_MS;
/** Bun's own limit cuts a request off without an answer; ours answers 413 and reads no further. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
/** Request line and headers together: room for any path and cookie that deserves a proper answer. */
const MAX_HEAD_BYTES = 40_960;

/** Requests that waited for the listener go before the server's own work. */
const FIRST_REQUESTS_MS = 10;
/** Time for the first replication of a promoted machine. */
const FIRST_SYNC_MS = 30 * SECOND_MS;

export const LISTEN_OPTIONS: Record<string, Option> = {
  port: { type: "string", value: "8080", meaning: "Port to listen on (PORT)" },
  host: { type: "string", value: "127.0.0.1", meaning: "Address to listen on (HOST)" },
};

/** The log of a listening process. */
export function serverLog(config: Config): Logger {
  const log = createLogger(config.logLevel, process.stderr.isTTY === true);
  logRejections(log);
  for (const unknown of config.unknown) log.warn(describeUnknown(unknown));
  return log;
}

type Server = NonNullable<HttpApp["server"]>;

/** A locked directory, and the settings of its start. */
export interface Start {
  config: Config;
  lock: DirectoryLock;
  /** Already checked; null if no replica is configured. */
  lease: LeaseKeeper | null;
  log: Logger;
  stopped: Promise<StopSignal>;
  /** For a promoted machine: the notification to operators. */
  promoted: string | null;
  reread: () => Reread;
}

/** Listens and works until a stop signal. */
export async function runServer({
  config,
  lock,
  lease,
  log,
  stopped,
  promoted,
  reread,
}: Start): Promise<number> {
  const services = await openServices(config, { clock: systemClock, log, timing: systemTiming, lease });
  // A promoted machine takes changes once its own replica has started, where the next machine will find them.
  if (promoted !== null) await beginReplica(services, promoted);
  const { app, server } = await listenOrClose(services);
  if (promoted === null) await services.replicator?.start();
  await Bun.sleep(FIRST_REQUESTS_MS);
  await completeOrClose(app, services);
  const background = startBackground(services);
  await background.firstFigures;
  const address = httpAddress(config.host, server.port ?? config.port);
  // A terminal that is closed sends it too, and there it ends the server.
  if (process.stderr.isTTY !== true) process.on("SIGHUP", () => reloadAgain(services, reread));
  print(`salute listens on ${address}`);
  const safeMode = services.http.safeModeReason();
  if (safeMode !== null) print(`Safe mode is on, and every change answers 503 safe_mode: ${safeMode}`);
  log.routine("listening", { address });
  writeServerSettings(config.dataDir, {
    mode: config.isProduction ? "production" : "development",
    names_mode: config.environmentNamed,
    base_url: services.http.baseUrl(),
    settings: settingsForCommands(),
    listens: { PORT: String(server.port ?? config.port), HOST: config.host },
    unknown: config.unknown.map(({ name }) => name),
  });
  const given = giveToOwner(config.dataDir);
  if (given.length > 0)
    log.warn("runs as root on a directory of another account, which now owns what the start made", {
      files: given.length,
    });
  try {
    await firstStart(services, services.http.baseUrl());
  } catch (error) {
    await stop(services, app, background);
    throw error;
  }
  log.info("stopping", { signal: await stopped, in_flight: services.http.inFlight.count });
  await stop(services, app, background);
  lock.release();
  log.info("stopped");
  log.flush();
  return 0;
}

/** A fault leaves everything as it was. */
function reloadAgain(services: Services, reread: () => Reread): void {
  const { log } = services;
  try {
    const { config, changed } = reread();
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
  const { replicator, lease, live, alerts, log, http } = services;
  await replicator?.start();
  if (replicator !== null && !(await replicator.syncAll(FIRST_SYNC_MS)))
    log.warn("the replica of this epoch has not started yet", { fault: replicator.state.fault });
  await lease?.look();
  await live.writer.run((tx) => alerts.raise(tx, leaseAlert("this machine leads", told, http.baseUrl())));
}

/** @throws LeaseError if another machine leads. A stop signal ends the wait for the store */
export async function takeUp(lease: LeaseKeeper | null, stopped: Promise<unknown>): Promise<void> {
  await lease?.acquire(whenStopped(stopped));
}

/** Aborted by the stop signal. */
export function whenStopped(stopped: Promise<unknown>): AbortSignal {
  const waiting = new AbortController();
  void stopped.then(() => waiting.abort());
  return waiting.signal;
}

/** @throws CommandFailed while another server runs on the directory. */
export function lockOwn(dataDir: string): DirectoryLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    if (error instanceof DirectoryInUse) throw new CommandFailed(error.message);
    throw error;
  }
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

/** @throws CommandFailed if the address is not available; the data directory is then closed again */
async function listenOrClose(services: Services): Promise<{ app: HttpApp; server: Server }> {
  const { port, host } = services.config;
  try {
    const app = buildApp(services);
    // A shared port would give a second server half of the first one's requests. Longer heads get Bun's own answer,
    // without a body and a request id.
    Object.assign(http, { maxHeaderSize: MAX_HEAD_BYTES });
    app.listen(
      { port, hostname: host, reusePort: false, development: false, maxRequestBodySize: NO_LIMIT },
      connectionCaps(services.config.maxConnections, services.config.maxConnectionsPerAddress),
    );
    if (app.server === null) throw new Error("no server");
    services.listensOn(app.server.port ?? port);
    return { app, server: app.server };
  } catch (error) {
    await services.close();
    throw new CommandFailed(describeListenFailure(error, host, port));
  }
}

function describeListenFailure(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is taken: stop the program that uses it, or choose another port with --port or PORT (0 picks a free one).`;
  if (code === "EACCES")
    return `Port ${port} of ${host} is not permitted for this account: choose one from 1024 on with --port or PORT.`;
  return `Cannot listen on ${host} port ${port} (${(error as Error).message}): choose an address of this machine with --host or HOST.`;
}

/**
 * Accepts no more requests, finishes or at the deadline abandons those in progress, commits, and checkpoints the WAL.
 */
async function stop(services: Services, app: HttpApp, background: Background): Promise<void> {
  services.http.inFlight.endStreams();
  const finished = Promise.all([
    app.stop(false),
    services.http.inFlight.idle(),
    background.stop(JOBS_DEADLINE_MS),
  ]);
  await Promise.race([finished, Bun.sleep(STOP_DEADLINE_MS)]);
  await app.stop(true);
  await services.close();
  await services.replicator?.stop();
}

/** Bun ends the process on an unhandled rejection: a single one must not stop the server. */
function logRejections(log: Logger): void {
  process.on("unhandledRejection", (error) =>
    log.error("unhandled rejection", { error: describeError(error) }),
  );
}

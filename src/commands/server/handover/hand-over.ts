import { systemdMainProcess } from "../../../compose/config.ts";
import { holdRequests } from "../../../http/routing/forwarding/held-requests.ts";
import { textFlag } from "../../command.ts";
import { lockOwn } from "../lock.ts";
import { JOBS_DEADLINE_MS, type Running, STOP_DEADLINE_MS } from "../running.ts";
import { socketPath } from "./local-socket.ts";
import { NeedsStop } from "./messages.ts";
import { Successor } from "./successor.ts";

/** Requests in progress mostly end within this time. Others go on, beside the new server, as commands do. */
const FINISH_MS = 100;
/** After it no connection is half open, or waits to be accepted. */
const ACCEPT_MS = 3_000;
/** Longer than any connection stays open without a request. */
const IDLE_MS = 35_000;
const LOOK_MS = 50;

/**
 * Starts this executable, as it is now, and lets it take this server's place. Requests that arrive meanwhile wait.
 * Returns the new process, and for how long in milliseconds they waited.
 * @throws Error with the reason if it cannot take it; this server then goes on
 */
export async function handOver(server: Running): Promise<{ successor: Successor; heldMs: number }> {
  const obstacle = obstacleOf(server);
  if (obstacle !== null) throw new NeedsStop(obstacle);
  const successor = Successor.start(argumentsOf(server), server.parts.environment);
  try {
    await successor.prepared();
    return { successor, heldMs: await exchange(server, successor) };
  } catch (error) {
    await successor.end("SIGKILL");
    throw error;
  }
}

/** Returns for how long requests were held. @throws Error if the successor fails; the server then goes on */
async function exchange(server: Running, successor: Successor): Promise<number> {
  const { services, app, config, log } = server.parts;
  await server.background.stop(JOBS_DEADLINE_MS);
  services.http.inFlight.endStreams();
  const decide = holdRequests(app, log);
  const from = performance.now();
  try {
    await Promise.race([services.http.inFlight.idle(), Bun.sleep(FINISH_MS)]);
    server.lock.release();
    await successor.serve(app.server?.port ?? config.port);
  } catch (error) {
    await successor.end("SIGKILL");
    server.lock = lockOwn(config.dataDir);
    decide(null);
    server.resume();
    throw error;
  }
  decide(socketPath(config.dataDir));
  return performance.now() - from;
}

/**
 * Ends this server after it handed over: finishes the requests in progress, lets Litestream go, and forwards what still
 * arrives until no connection is left. Returns the exit code.
 */
export async function leave(server: Running, successor: Successor): Promise<number> {
  const { app, log, stopped } = server.parts;
  const how = await Promise.race([
    finish(server, successor).then(() => "finished" as const),
    stopped.then(() => "stopped" as const),
    successor.failed.then(() => "failed" as const),
  ]);
  // A service manager that follows this process ends both.
  if (how === "stopped") await successor.end("SIGTERM");
  if (how === "failed") log.error("the new server has ended", { pid: successor.pid });
  if (how === "finished") successor.detach();
  else await app.stop(true);
  log.flush();
  return how === "failed" ? 1 : 0;
}

async function finish(server: Running, successor: Successor): Promise<void> {
  const { services, app } = server.parts;
  const from = performance.now();
  const replica = Promise.resolve(services.replicator?.stop()).then(() => successor.noteReplicaFree());
  await Promise.race([services.http.inFlight.idle(), Bun.sleep(STOP_DEADLINE_MS)]);
  await services.close();
  await replica;
  await Bun.sleep(Math.max(0, ACCEPT_MS - (performance.now() - from)));
  app.endListening();
  successor.noteLeft();
  while (app.openConnections !== 0 && performance.now() - from < IDLE_MS) await Bun.sleep(LOOK_MS);
  await app.stop(true);
}

/** Flags of a server that its successor gets too. */
const HANDED_ON = ["port", "host", "env-file"];

function argumentsOf({ parts: { config, flags } }: Running): string[] {
  const typed = HANDED_ON.flatMap((name) => {
    const value = textFlag(flags, name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  return ["serve", "--take-over", "--data", config.dataDir, ...typed];
}

/** Why this process cannot end before its successor; null if it can. */
function obstacleOf({ parts: { app, config } }: Running): string | null {
  if (process.pid === 1)
    return "The server is the first process of its container, which would end with it: restart the container.";
  if (!app.canShare)
    return "This system cannot move a port from one process to another without losing connections (Linux with glibc can): stop the server, and start it again.";
  if (systemdMainProcess() === process.pid && config.pidFile === null)
    return "systemd would take the end of this process for the service's, since its unit names no PID_FILE: restart it with systemctl.";
  return null;
}

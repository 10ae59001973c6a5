import { type Background, startBackground } from "../../compose/background.ts";
import type { Config, Environment } from "../../compose/config.ts";
import type { Services } from "../../compose/services.ts";
import type { DirectoryLock } from "../../db/directory-lock.ts";
import type { HttpApp } from "../../http/routing/http-app.ts";
import { SECOND_MS } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { Flags } from "../command.ts";
import type { LocalSocket } from "./handover/local-socket.ts";

/** Time for requests in progress to finish (contract section 1). */
export const STOP_DEADLINE_MS = 10 * SECOND_MS;
/** Jobs are aborted a little earlier, so that they can still record their end. */
export const JOBS_DEADLINE_MS = 8 * SECOND_MS;

interface Parts {
  config: Config;
  services: Services;
  app: HttpApp;
  log: Logger;
  /** Settles with the first stop signal. */
  stopped: Promise<unknown>;
  /** Flags of its command. */
  flags: Flags;
  /** Its environment, without the variables of --env-file. */
  environment: Environment;
  socket: LocalSocket;
}

/** A listening server with its work in the background. */
export class Running {
  background: Background;

  constructor(
    readonly parts: Parts,
    public lock: DirectoryLock,
  ) {
    this.background = startBackground(parts.services);
  }

  /** Goes on after a successor failed. */
  resume(): void {
    this.parts.socket.open();
    this.background = startBackground(this.parts.services);
  }

  /**
   * Accepts no more requests, finishes or at the deadline abandons those in progress, commits, and checkpoints the WAL.
   */
  async stop(): Promise<void> {
    const { services, app, socket } = this.parts;
    socket.close();
    services.http.inFlight.endStreams();
    const finished = Promise.all([
      app.stop(false),
      services.http.inFlight.idle(),
      this.background.stop(JOBS_DEADLINE_MS),
    ]);
    await Promise.race([finished, Bun.sleep(STOP_DEADLINE_MS)]);
    await app.stop(true);
    await services.close();
    await services.replicator?.stop();
    this.lock.release();
  }
}

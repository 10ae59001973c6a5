import { chmodSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { HttpApp } from "../../../http/routing/http-app.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";

/** The socket of the directory's server: for its predecessor's requests, and for `salute restart`. */
export function socketPath(dataDir: string): string {
  return join(dataDir, "server.sock");
}

/** Path of a command's request. */
export const RESTART = "/restart";

interface Parts {
  app: HttpApp;
  dataDir: string;
  log: Logger;
  /** Answers `salute restart`. */
  restart: () => Promise<Response>;
}

/** A server's listener on the directory's socket. Without one, nothing can be handed over. */
export class LocalSocket {
  #server: Bun.Server<undefined> | null = null;

  constructor(private readonly parts: Parts) {
    this.open();
  }

  /** Takes the socket over. */
  open(): void {
    const { app, dataDir, log, restart } = this.parts;
    const own = join(dataDir, `server-${process.pid}.sock`);
    try {
      void this.#server?.stop(false);
      rmSync(own, { force: true });
      this.#server = app.listenLocally(own, (request) => {
        const isRestart = request.method === "POST" && new URL(request.url).pathname === RESTART;
        return isRestart ? restart() : new Response(null, { status: 404 });
      });
      chmodSync(own, 0o600);
      renameSync(own, socketPath(dataDir));
    } catch (error) {
      log.warn("salute restart is not available", { error: describeError(error) });
    }
  }

  close(): void {
    if (this.#server === null) return;
    void this.#server.stop(true);
    try {
      rmSync(socketPath(this.parts.dataDir), { force: true });
    } catch (error) {
      // Nobody listens on it; the next server takes its place.
      this.parts.log.warn("the directory's socket stays", { error: describeError(error) });
    }
  }
}

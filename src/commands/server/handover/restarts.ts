import type { Running } from "../running.ts";
import { OUTCOME, type Outcome } from "./client.ts";
import { handOver } from "./hand-over.ts";
import { NeedsStop } from "./messages.ts";
import type { Successor } from "./successor.ts";

/** Answers `salute restart`, one at a time. */
export class Restarts {
  readonly #taken = Promise.withResolvers<Successor>();
  #server: Running | null = null;

  /** @param predecessorLeft until then the port is shared with it, and cannot be shared with a third process */
  constructor(private readonly predecessorLeft: Promise<void>) {}

  /** Settles with the process that took this server's place. */
  get successor(): Promise<Successor> {
    return this.#taken.promise;
  }

  /** Allows restarts of the server, which has started. */
  allow(server: Running): void {
    this.#server = server;
  }

  async answer(): Promise<Response> {
    return new Response(OUTCOME.write(await this.#restart()));
  }

  async #restart(): Promise<Outcome> {
    const server = this.#server;
    if (server === null)
      return { reason: "another restart is in progress, or the start is", needs_stop: false };
    this.#server = null;
    try {
      await this.predecessorLeft;
      const { successor, heldMs } = await handOver(server);
      this.#taken.resolve(successor);
      return { pid: successor.pid, held_ms: heldMs };
    } catch (error) {
      this.#server = server;
      return { reason: (error as Error).message, needs_stop: error instanceof NeedsStop };
    }
  }
}

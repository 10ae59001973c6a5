import { SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { UsageError } from "../../command.ts";
import { Channel, NeedsStop } from "./messages.ts";

/** Longest time in which the predecessor ends its jobs and deliveries, with a margin. */
const TAKE_MS = 30 * SECOND_MS;

/** The server whose place this process takes, as seen from here. */
export class Predecessor {
  readonly #channel: Channel;

  private constructor(post: (text: string) => void) {
    this.#channel = new Channel(post);
    process.on("message", (message) => this.#channel.receive(message));
    process.on("disconnect", () => this.#channel.end("the server before this one has ended"));
  }

  /** @throws UsageError unless a server started this process */
  static find(): Predecessor {
    const post = process.send?.bind(process);
    if (post === undefined)
      throw new UsageError("--take-over is for the server's own use: salute restart starts the new process");
    return new Predecessor((text) => post(text));
  }

  /** Says that everything is open, and waits for the directory. Returns the port to listen on. */
  async take(): Promise<number> {
    this.#channel.send({ kind: "prepared" });
    return (await this.#channel.next("take", TAKE_MS)).port;
  }

  noteServing(): void {
    this.#channel.send({ kind: "serving" });
  }

  noteFailed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#channel.send({ kind: "failed", reason, needs_stop: error instanceof NeedsStop });
  }

  /** Settles once its Litestream has ended, or the whole process. */
  replicaFree(log: Logger): Promise<void> {
    return this.#settled("replicate", log);
  }

  /** Settles once its listener has ended, or the whole process. */
  left(log: Logger): Promise<void> {
    return this.#settled("left", log);
  }

  async #settled(kind: "replicate" | "left", log: Logger): Promise<void> {
    await this.#channel
      .next(kind)
      .catch((error) => log.warn("the server before this one is gone", { error: describeError(error) }));
  }
}

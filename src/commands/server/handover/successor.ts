import type { Environment } from "../../../compose/config.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { ownProgram } from "../../../kit/process/own-program.ts";
import { CommandFailed } from "../../command.ts";
import { Channel, NeedsStop } from "./messages.ts";

/** Time for a new process to load, reach the replica's store and open everything. */
const PREPARE_MS = 120 * SECOND_MS;
/** Time for it to listen, while requests are held. */
const SERVE_MS = 5 * SECOND_MS;

/** The process that takes this server's place: this executable as it is on the disk now. */
export class Successor {
  readonly #child: Bun.Subprocess<"ignore", "inherit", "inherit">;
  readonly #channel: Channel;

  private constructor(args: readonly string[], environment: Environment) {
    const child = Bun.spawn(ownProgram(args), {
      env: environment,
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc: (message) => this.#channel.receive(message),
    });
    this.#child = child;
    this.#channel = new Channel((text) => {
      if (child.exitCode === null) child.send(text);
    });
    void child.exited.then((code) => this.#channel.end(`it ended with ${code ?? child.signalCode}`));
  }

  static start(args: readonly string[], environment: Environment): Successor {
    return new Successor(args, environment);
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Settles if it ends with a fault, and not because it was stopped or handed over in turn. */
  get failed(): Promise<void> {
    return this.#child.exited.then((code) => (code === 0 ? new Promise(() => undefined) : undefined));
  }

  /** @throws Error with the reason if it cannot take over */
  async prepared(): Promise<void> {
    await this.#orFailed(this.#channel.next("prepared", PREPARE_MS));
  }

  /** Lets it listen on the port. @throws Error with the reason if it does not */
  async serve(port: number): Promise<void> {
    this.#channel.send({ kind: "take", port });
    await this.#orFailed(this.#channel.next("serving", SERVE_MS));
  }

  noteReplicaFree(): void {
    this.#channel.send({ kind: "replicate" });
  }

  noteLeft(): void {
    this.#channel.send({ kind: "left" });
  }

  /** It goes on when this process ends. */
  detach(): void {
    if (this.#child.exitCode === null) this.#child.disconnect();
    this.#child.unref();
  }

  /** Sends a signal and waits for its end. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#child.kill(signal);
    await this.#child.exited;
  }

  async #orFailed(awaited: Promise<unknown>): Promise<void> {
    const failed = this.#channel.next("failed").then(({ reason, needs_stop }) => {
      throw needs_stop ? new NeedsStop(reason) : new CommandFailed(reason);
    });
    // Whichever comes second.
    failed.catch(() => undefined);
    awaited.catch(() => undefined);
    await Promise.race([awaited, failed]);
  }
}

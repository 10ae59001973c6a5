import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, isoUtc, SECOND_MS } from "../../kit/clock.ts";
import { replacePrivateFile } from "../../kit/files.ts";
import { describeError, type Logger } from "../../kit/log.ts";
import type { Timers } from "../../kit/timers.ts";
import { askStates, type ReplicaState } from "./client.ts";
import { type Program, requireVersion } from "./program.ts";
import { litestreamConfig, REPLICATED, restartWaitMs, STEADY_MS } from "./rules.ts";
import { type Replication, replicationFile } from "./state.ts";

/** Past its own 5 s for the last sync it is ended by force. */
const STOP_MS = 8 * SECOND_MS;
const MAX_LINE = 500;
const LOOK_MS = 5 * SECOND_MS;

export interface ReplicatorParts {
  dataDir: string;
  /** As LITESTREAM_REPLICA_URL. */
  replica: string;
  program: Program;
  clock: Clock;
  timers: Timers;
  log: Logger;
}

/**
 * Litestream beside the server: started, watched, started again after a growing wait where it ends, and stopped last of
 * all, so that it sends what was committed last.
 */
export class Replicator {
  #child: Bun.Subprocess<"ignore", "ignore", "pipe"> | null = null;
  #startedAt = 0;
  #ended = 0;
  #version: string | null = null;
  #fault: string | null = "it has not been started";
  #replicas: ReplicaState[] = [];
  #isStopping = false;
  #callOff: (() => void)[] = [];
  readonly #directory: string;
  readonly #socket: string;

  constructor(private readonly parts: ReplicatorParts) {
    this.#directory = join(parts.dataDir, "litestream");
    this.#socket = join(this.#directory, "control.sock");
  }

  /** How it stands now. */
  get state(): Replication {
    return {
      at: isoUtc(this.parts.clock.now()),
      version: this.#version,
      pid: this.#child?.pid ?? null,
      restarts: this.#ended,
      fault: this.#fault,
      replicas: this.#replicas,
    };
  }

  async start(): Promise<void> {
    const { program, dataDir, replica } = this.parts;
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      this.#version = await requireVersion(program);
      const places = { dataDir, directory: this.#directory, socket: this.#socket };
      writeFileSync(this.#configPath, litestreamConfig(replica, places), { mode: 0o600 });
      if (!this.#isStopping) this.#spawn();
    } catch (error) {
      this.#endedWith((error as Error).message);
    }
    this.#watch();
  }

  /** Lets it send what is left, then ends it; whoever writes has closed its files before. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const callOff of this.#callOff.splice(0)) callOff();
    const child = this.#child;
    if (child === null) return;
    child.kill("SIGTERM");
    await Promise.race([child.exited, Bun.sleep(STOP_MS)]);
    if (child.exitCode === null && child.signalCode === null) {
      this.parts.log.warn("Litestream did not end in time, and was killed");
      child.kill("SIGKILL");
      await child.exited;
    }
  }

  /** Asks how it stands, and writes that down for `doctor`. */
  async look(): Promise<void> {
    if (this.#child !== null) {
      try {
        this.#replicas = await askStates(this.#socket, REPLICATED);
        this.#fault = null;
      } catch (error) {
        this.#fault = `it does not answer: ${(error as Error).message}`;
      }
      if (this.parts.clock.now() - this.#startedAt > STEADY_MS) this.#ended = 0;
    }
    try {
      replacePrivateFile(replicationFile(this.parts.dataDir), `${JSON.stringify(this.state)}\n`);
    } catch (error) {
      this.parts.log.warn("the state of replication was not written", { error: describeError(error) });
    }
  }

  get #configPath(): string {
    return join(this.#directory, "litestream.yml");
  }

  #watch(): void {
    if (this.#isStopping) return;
    const callOff = this.parts.timers.after(LOOK_MS, () => {
      this.#callOff = this.#callOff.filter((each) => each !== callOff);
      void this.look().then(() => this.#watch());
    });
    this.#callOff.push(callOff);
  }

  #spawn(): void {
    const { program, log, clock } = this.parts;
    const found = Bun.which(program.path, { PATH: program.environment.PATH ?? "" }) ?? program.path;
    const child = Bun.spawn([found, "replicate", "-no-expand-env", "-config", this.#configPath], {
      env: program.environment,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    this.#child = child;
    this.#startedAt = clock.now();
    this.#fault = "it was started just now";
    log.info("Litestream was started", { pid: child.pid, version: this.#version });
    void this.#hear(child.stderr).then(async (said) => {
      await child.exited;
      this.#child = null;
      if (!this.#isStopping) this.#endedWith(said);
    });
  }

  /** Passes on its warnings, and returns the last of them once it ended. */
  async #hear(stream: ReadableStream<Uint8Array>): Promise<string> {
    const decoder = new TextDecoder();
    let rest = "";
    let last = "";
    for await (const chunk of stream) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = (lines.pop() ?? "").slice(-MAX_LINE);
      for (const line of lines) {
        if (line === "") continue;
        last = line.slice(0, MAX_LINE);
        this.parts.log.warn("Litestream says", { line: last });
      }
    }
    return rest === "" ? last : rest;
  }

  #endedWith(said: string): void {
    this.#ended++;
    this.#fault = said === "" ? "it ended" : `it ended: ${said}`;
    const waitMs = restartWaitMs(this.#ended);
    this.parts.log.warn("Litestream ended, and is started again", { said, wait_ms: waitMs });
    if (this.#isStopping) return;
    const callOff = this.parts.timers.after(waitMs, () => {
      this.#callOff = this.#callOff.filter((each) => each !== callOff);
      if (this.#version === null) void this.#retry();
      else this.#spawn();
    });
    this.#callOff.push(callOff);
  }

  /** The program may have been installed, or brought up to date, meanwhile. */
  async #retry(): Promise<void> {
    try {
      this.#version = await requireVersion(this.parts.program);
      if (!this.#isStopping) this.#spawn();
    } catch (error) {
      this.#endedWith((error as Error).message);
    }
  }
}

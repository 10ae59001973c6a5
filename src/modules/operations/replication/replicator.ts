import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import type { Timers } from "../../../kit/timers.ts";
import { BackupError } from "../backups/index.ts";
import { askStates, type ReplicaState, syncDatabase } from "./client.ts";
import { endLeftBehind, STOP_MS, standingOf } from "./left-behind.ts";
import { type Litestream, type Program, prepareLitestream } from "./program.ts";
import { litestreamConfig, REPLICATED, type ReplicaName, restartWaitMs, STEADY_MS } from "./rules.ts";
import { controlSocket, type Replication, readReplication, replicationFile } from "./state.ts";

const MAX_LINE = 500;
const LOOK_MS = 5 * SECOND_MS;
const STEP_MS = 5 * SECOND_MS;
const RETRY_MS = 50;
const isDone = () => true;
const isNotDone = () => false;

export interface ReplicatorParts {
  dataDir: string;
  /** Of the epoch that this directory leads, under LITESTREAM_REPLICA_URL. */
  replica: string;
  program: Program;
  clock: Clock;
  timers: Timers;
  log: Logger;
  /** Called at each look that finds it not running. */
  whileStopped: () => void;
}

/**
 * Litestream beside the server: started, watched, started again after a growing wait where it ends, and stopped last of
 * all, so that it sends what was committed last. One that a killed server left behind is ended first: two on the same
 * files would tread on each other's.
 */
export class Replicator {
  #child: Bun.Subprocess<"ignore", "ignore", "pipe"> | null = null;
  #startedAt = 0;
  #ended = 0;
  #program: Litestream | null = null;
  #fault: string | null = "it has not been started";
  #replicas: ReplicaState[] = [];
  #isStopping = false;
  /** Another server on this directory runs it, and writes down how it stands. */
  #isElsewhere = false;
  #callOff: (() => void)[] = [];
  readonly #directory: string;
  readonly #socket: string;

  constructor(private readonly parts: ReplicatorParts) {
    this.#directory = join(parts.dataDir, "litestream");
    this.#socket = controlSocket(parts.dataDir);
  }

  /** How it stands now. */
  get state(): Replication {
    return {
      at: isoUtc(this.parts.clock.now()),
      version: this.#program?.version ?? null,
      origin: this.#program?.origin ?? null,
      pid: this.#child?.pid ?? null,
      server: process.pid,
      restarts: this.#ended,
      fault: this.#fault,
      replicas: this.#replicas,
    };
  }

  async start(): Promise<void> {
    await this.#launch();
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

  /** Waits until the replica of a database holds what is committed by now. @throws where it does not in this time */
  async sync(name: ReplicaName, timeoutMs: number): Promise<void> {
    await syncDatabase(this.#socket, join(this.parts.dataDir, `${name}.db`), timeoutMs);
  }

  /** Waits until every replica has begun and holds what is committed by now; false where none did in this time. */
  async holdsAll(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    for (const name of REPLICATED) {
      while (!(await this.sync(name, STEP_MS).then(isDone, isNotDone))) {
        if (performance.now() >= deadline) return false;
        await Bun.sleep(RETRY_MS);
      }
    }
    return true;
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
    } else if (!this.#isElsewhere) this.parts.whileStopped();
    this.#writeDown();
  }

  #writeDown(): void {
    if (this.#isElsewhere) return;
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

  /** The program is looked at each time: it may have been installed, replaced or removed meanwhile. */
  async #launch(): Promise<void> {
    const { program, dataDir, replica } = this.parts;
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      this.#program = null;
      const found = await prepareLitestream(program);
      this.#program = found;
      await this.#endLeftBehind();
      const places = { dataDir, directory: this.#directory, socket: this.#socket };
      writeFileSync(this.#configPath, litestreamConfig(replica, places), { mode: 0o600 });
      if (!this.#isStopping) this.#spawn(found);
    } catch (error) {
      this.#endedWith((error as Error).message);
    }
  }

  async #endLeftBehind(): Promise<void> {
    const before = readReplication(this.parts.dataDir);
    if (before === null || before.pid === null) return;
    const started = { pid: before.pid, server: before.server };
    const standing = standingOf(started, this.#configPath);
    this.#isElsewhere = standing === "another server's";
    if (this.#isElsewhere)
      throw new BackupError(`another server (pid ${before.server}) runs it on this directory`);
    if (standing === "unknown")
      this.parts.log.warn("this may be a Litestream that was left behind: if so, end it", {
        pid: before.pid,
      });
    if (standing !== "left behind") return;
    this.parts.log.warn("a Litestream that was left behind is ended", { pid: before.pid });
    await endLeftBehind(started, this.#configPath);
  }

  #spawn({ path, version, origin, environment }: Litestream): void {
    const { log, clock } = this.parts;
    const child = Bun.spawn([path, "replicate", "-no-expand-env", "-config", this.#configPath], {
      env: environment,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    this.#child = child;
    this.#startedAt = clock.now();
    this.#fault = "it was started just now";
    this.#writeDown();
    log.info("Litestream was started", { pid: child.pid, version, origin });
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
    this.#writeDown();
    if (this.#isStopping) return;
    const callOff = this.parts.timers.after(waitMs, () => {
      this.#callOff = this.#callOff.filter((each) => each !== callOff);
      void this.#launch();
    });
    this.#callOff.push(callOff);
  }
}

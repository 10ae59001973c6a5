import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { replacePrivateFile } from "../../../kit/process/files.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import type { Timers } from "../../../kit/timers.ts";
import { BackupError } from "../backups/index.ts";
import { askStates, type ReplicaState, syncDatabase } from "./client.ts";
import { endChild } from "./end-child.ts";
import { processState, STOP_TIMEOUT_MS, stopOrphan } from "./orphan.ts";
import { type Litestream, type Program, prepareLitestream } from "./program.ts";
import { litestreamConfig, REPLICATED, type ReplicaName, restartWaitMs, STEADY_MS } from "./rules.ts";
import { configPath, controlSocket, type Replication, readReplication, replicationFile } from "./state.ts";

const MAX_LINE = 500;
const LOOK_MS = 5 * SECOND_MS;
const STEP_MS = 5 * SECOND_MS;
const RETRY_MS = 50;
const isDone = () => true;
const isNotDone = () => false;

export interface ReplicatorParts {
  dataDir: string;
  /** Replica URL of the epoch that this directory leads. */
  replica: string;
  program: Program;
  clock: Clock;
  timers: Timers;
  log: Logger;
  /** Called at each check that finds Litestream not running. */
  onStopped: () => void;
}

/**
 * Runs Litestream beside the server: starts and monitors it, restarts it with increasing delays, and stops it last, so
 * that it sends the last commits. An orphan of a killed server is stopped first: two processes must not work on the
 * same files.
 */
export class Replicator {
  #child: Bun.Subprocess<"ignore", "ignore", "pipe"> | null = null;
  #startedAt = 0;
  #exits = 0;
  #program: Litestream | null = null;
  #fault: string | null = "it has not been started";
  #replicas: ReplicaState[] = [];
  #isStopping = false;
  /** Whether another server on this directory runs Litestream and records its state. */
  #runsElsewhere = false;
  #cancels: (() => void)[] = [];
  readonly #directory: string;
  readonly #socket: string;
  readonly #configPath: string;

  constructor(private readonly parts: ReplicatorParts) {
    this.#directory = join(parts.dataDir, "litestream");
    this.#socket = controlSocket(parts.dataDir);
    this.#configPath = configPath(parts.dataDir);
  }

  /** Current state. */
  get state(): Replication {
    return {
      at: isoUtc(this.parts.clock.now()),
      version: this.#program?.version ?? null,
      origin: this.#program?.origin ?? null,
      pid: this.#child?.pid ?? null,
      server: process.pid,
      restarts: this.#exits,
      fault: this.#fault,
      replicas: this.#replicas,
    };
  }

  async start(): Promise<void> {
    await this.#launch();
    this.#watch();
  }

  /** Stops Litestream after its last sync. All writers must have closed their files before. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const cancel of this.#cancels.splice(0)) cancel();
    if (this.#child !== null && !(await endChild(this.#child, STOP_TIMEOUT_MS)))
      this.parts.log.warn("Litestream did not exit in time and was killed");
  }

  /** Waits until the replica of a database holds every commit made before the call. @throws on timeout */
  async sync(name: ReplicaName, timeoutMs: number): Promise<void> {
    await syncDatabase(this.#socket, join(this.parts.dataDir, `${name}.db`), timeoutMs);
  }

  /** Waits until every replica exists and holds every commit made before the call; returns false on timeout. */
  async syncAll(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    const holdsAll = async (name: ReplicaName) => {
      while (!(await this.sync(name, STEP_MS).then(isDone, isNotDone))) {
        if (performance.now() >= deadline) return false;
        await Bun.sleep(RETRY_MS);
      }
      return true;
    };
    return (await Promise.all(REPLICATED.map(holdsAll))).every((each) => each);
  }

  /** Reads Litestream's state and records it for `doctor`. */
  async look(): Promise<void> {
    if (this.#child !== null) {
      try {
        this.#replicas = await askStates(this.#socket, REPLICATED);
        this.#fault = null;
      } catch (error) {
        this.#fault = `it is not answering: ${(error as Error).message}`;
      }
      if (this.parts.clock.now() - this.#startedAt > STEADY_MS) this.#exits = 0;
    } else if (!this.#runsElsewhere) this.parts.onStopped();
    this.#recordState();
  }

  #recordState(): void {
    if (this.#runsElsewhere) return;
    try {
      replacePrivateFile(replicationFile(this.parts.dataDir), `${JSON.stringify(this.state)}\n`);
    } catch (error) {
      this.parts.log.warn("the state of replication was not recorded", { error: describeError(error) });
    }
  }

  #watch(): void {
    if (this.#isStopping) return;
    const cancel = this.parts.timers.after(LOOK_MS, () => {
      this.#cancels = this.#cancels.filter((each) => each !== cancel);
      void this.look()
        .catch((error) =>
          this.parts.log.warn("replication could not be checked", { error: describeError(error) }),
        )
        .then(() => this.#watch());
    });
    this.#cancels.push(cancel);
  }

  /** Checks the executable at each start, since it may have been installed, replaced or removed. */
  async #launch(): Promise<void> {
    const { program, dataDir, replica } = this.parts;
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      this.#program = null;
      const found = await prepareLitestream(program);
      this.#program = found;
      await this.#stopOrphan();
      const places = { dataDir, directory: this.#directory, socket: this.#socket };
      writeFileSync(this.#configPath, litestreamConfig(replica, places), { mode: 0o600 });
      if (!this.#isStopping) this.#spawn(found);
    } catch (error) {
      this.#onExit((error as Error).message);
    }
  }

  async #stopOrphan(): Promise<void> {
    const before = readReplication(this.parts.dataDir);
    if (before === null || before.pid === null) return;
    const started = { pid: before.pid, server: before.server };
    const state = processState(started, this.#configPath);
    this.#runsElsewhere = state === "another server's";
    if (this.#runsElsewhere)
      throw new BackupError(`another server (pid ${before.server}) is running it on this directory`);
    if (state === "unknown")
      this.parts.log.warn("this may be an orphaned Litestream: if so, stop it", {
        pid: before.pid,
      });
    if (state !== "orphaned") return;
    this.parts.log.warn("stopping an orphaned Litestream", { pid: before.pid });
    await stopOrphan(started, this.#configPath);
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
    this.#fault = "it is starting";
    this.#recordState();
    log.info("Litestream was started", { pid: child.pid, version, origin });
    void this.#readStderr(child.stderr).then(async (said) => {
      await child.exited;
      this.#child = null;
      if (!this.#isStopping) this.#onExit(said);
    });
  }

  /** Logs Litestream's warnings, and returns the last one when it has exited. */
  async #readStderr(stream: ReadableStream<Uint8Array>): Promise<string> {
    const decoder = new TextDecoder();
    let rest = "";
    let last = "";
    for await (const chunk of stream) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = (lines.pop() ?? "").slice(-MAX_LINE);
      for (const line of lines) {
        if (line === "") continue;
        last = line.slice(0, MAX_LINE);
        this.parts.log.warn("Litestream warned", { line: last });
      }
    }
    return rest === "" ? last : rest;
  }

  #onExit(said: string): void {
    this.#exits++;
    this.#fault = said === "" ? "it exited" : `it exited: ${said}`;
    const waitMs = restartWaitMs(this.#exits);
    this.parts.log.warn("Litestream exited and will be restarted", { said, wait_ms: waitMs });
    this.#recordState();
    if (this.#isStopping) return;
    const cancel = this.parts.timers.after(waitMs, () => {
      this.#cancels = this.#cancels.filter((each) => each !== cancel);
      void this.#launch();
    });
    this.#cancels.push(cancel);
  }
}

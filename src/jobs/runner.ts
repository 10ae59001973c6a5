import { hostname } from "node:os";
import type { Database } from "../db/database.ts";
import { type Clock, isoUtc, MINUTE_MS, SECOND_MS } from "../kit/clock.ts";
import { randomHex } from "../kit/ids.ts";
import { describeError, type Logger } from "../kit/process/log.ts";
import { systemRandom } from "../kit/random.ts";
import type { Tracer } from "../kit/tracing/tracer.ts";
import {
  type ActiveRun,
  abandonDeadRuns,
  endRun,
  findLastOkRun,
  findLastRun,
  findLock,
  hasDeadRuns,
  type Job,
  type JobMonitor,
  LEASE_MS,
  type RunEnd,
  recordRun,
  releaseRun,
  renewLease,
  Skipped,
  startRun,
} from "../modules/platform/jobs/index.ts";
import { firstStartAt } from "../modules/platform/state/index.ts";
import { Interrupted, interrupted, UNWIND_MS } from "./interruption.ts";
import { reportRun } from "./report-run.ts";
import { cronScheduler, lastTimes, type Scheduler } from "./schedule.ts";
import { jobView } from "./view.ts";

export interface RunnerParts {
  live: Database;
  clock: Clock;
  log: Logger;
  jobs: JobMonitor;
  /** Null unless traces are exported. */
  tracer: Tracer | null;
}

/** The result of an attempt to run a job: its ending, or that it was not started. */
export type RunOutcome = RunEnd | { status: "locked"; detail: string };

/** A start later than this, beyond two intervals and the job's own timeout, means that the runner is stuck. */
const LATE_MS = 10 * MINUTE_MS;

/**
 * Runs jobs on their schedules, under a lock over all processes, with one row per run. Overdue jobs run once at the
 * start, dated now (contract section 11).
 */
export class JobRunner<Parts extends RunnerParts> {
  readonly #stops: (() => void)[] = [];
  readonly #active = new Map<AbortController, Promise<RunOutcome>>();
  /** Jobs that were overdue at the start and have not started since. */
  readonly #owed = new Set<Job<Parts>>();
  /** Holders of the locks for work in this process. */
  readonly #holders = new Set<string>();
  readonly #isOurs = (holder: string) => this.#holders.has(holder);
  #tending: Promise<void> | null = null;
  #isStopping = false;
  #startedAt = 0;

  constructor(
    private readonly services: Parts,
    private readonly jobs: readonly Job<Parts>[],
    private readonly scheduler: Scheduler = cronScheduler,
  ) {}

  start(): void {
    this.#startedAt = this.services.clock.now();
    for (const job of this.jobs) {
      const timer = this.scheduler(job, async () => void (await this.run(job, "schedule")));
      this.#stops.push(() => timer.stop());
      if (this.#isOverdue(job)) this.#owed.add(job);
    }
    // A crashed process's lock expires within a lease: checks until then and after.
    const tending = setInterval(() => void this.tend(), LEASE_MS);
    this.#stops.push(() => clearInterval(tending));
    this.#attach();
    void this.tend();
  }

  /** For a command beside a server: judges the jobs of that server, which runs since `startedAt`, and starts none. */
  observe(startedAt: number): void {
    this.#startedAt = startedAt;
    this.#attach();
  }

  #attach(): void {
    this.services.jobs.attach({
      fault: () => this.#fault(),
      list: () => this.jobs.map((job) => jobView(this.services, job)),
      begin: (name, trigger) => this.#begin(name, trigger),
    });
  }

  /** Ends the unfinished runs of crashed processes, then runs overdue jobs one by one. */
  tend(): Promise<void> {
    this.#tending ??= this.#tendOnce().finally(() => {
      this.#tending = null;
    });
    return this.#tending;
  }

  /** Runs a job now, unless it is already running in any process. Never throws: the outcome holds the error. */
  async run(job: Job<Parts>, trigger: string): Promise<RunOutcome> {
    if (this.#isStopping) return { status: "locked", detail: "the process is stopping" };
    const controller = new AbortController();
    const running = this.#perform(job, trigger, controller).catch((error): RunOutcome => {
      this.services.log.error("a job's run could not be recorded", {
        job: job.name,
        error: describeError(error),
      });
      return { status: "failed", detail: "its run could not be recorded" };
    });
    this.#active.set(controller, running);
    const outcome = await running;
    this.#active.delete(controller);
    return outcome;
  }

  /** Starts nothing more, waits up to this many milliseconds for running jobs, then aborts them. */
  async stop(waitMs: number): Promise<void> {
    this.#isStopping = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.services.jobs.detach();
    const idle = Promise.all(this.#active.values());
    await Promise.race([idle, Bun.sleep(waitMs)]);
    const stopped: RunEnd = { status: "abandoned", detail: "the process stopped before it was done" };
    for (const controller of this.#active.keys()) controller.abort(new Interrupted(stopped));
    await Promise.race([idle, Bun.sleep(2 * UNWIND_MS)]);
  }

  #begin(name: string, trigger: string): Promise<RunOutcome> | null {
    const job = this.jobs.find((each) => each.name === name || each.alias === name);
    return job === undefined ? null : this.run(job, trigger);
  }

  async #tendOnce(): Promise<void> {
    const { live, clock, log } = this.services;
    try {
      if (hasDeadRuns(live.read, clock.now(), this.#isOurs)) {
        const jobs = await live.writer.run((tx) => abandonDeadRuns(tx, this.#isOurs));
        log.warn("runs of a process that died were ended", { jobs: jobs.join(", ") });
      }
      for (const job of this.#owed) {
        const outcome = this.#isOverdue(job) ? await this.run(job, "overdue") : null;
        if (outcome?.status !== "locked") this.#owed.delete(job);
      }
    } catch (error) {
      log.error("the job runner's upkeep failed", { error: describeError(error) });
    }
  }

  async #perform(job: Job<Parts>, trigger: string, controller: AbortController): Promise<RunOutcome> {
    const { live, clock } = this.services;
    const holder = `${hostname()}:${process.pid}:${randomHex(4, systemRandom)}`;
    const run = await live.writer.run((tx) =>
      startRun(tx, { job: job.name, trigger, holder, isOurs: this.#isOurs }),
    );
    if (run === null) return this.#refuse(job, trigger);
    this.#holders.add(holder);
    const startedAt = clock.now();
    const renewal = setInterval(() => void this.#renew(run, controller), LEASE_MS / 3);
    const late: RunEnd = { status: "timeout", detail: `not done within ${job.timeoutMs / SECOND_MS} s` };
    const deadline = setTimeout(() => controller.abort(new Interrupted(late)), job.timeoutMs);
    let isDone = false;
    const work = this.#carryOut(job, trigger, controller.signal).finally(() => {
      isDone = true;
      this.#holders.delete(holder);
      clearInterval(renewal);
    });
    const ending = await Promise.race([work, interrupted(controller.signal)]);
    clearTimeout(deadline);
    const isReleased = await live.writer.run((tx) => {
      recordRun(tx, job, { ...ending, trigger });
      endRun(tx, run, ending);
      if (isDone) releaseRun(tx, run);
      return isDone;
    });
    if (!isReleased) void this.#releaseAfter(work, run);
    reportRun(this.services, { job: job.name, trigger, startedAt }, ending);
    return ending;
  }

  /** Runs a job; an error becomes its ending. */
  async #carryOut(job: Job<Parts>, trigger: string, signal: AbortSignal): Promise<RunEnd> {
    try {
      return { status: "ok", detail: await job.run(this.services, signal, trigger) };
    } catch (error) {
      if (error instanceof Skipped) return { status: "skipped", detail: error.message };
      if (signal.reason instanceof Interrupted) return signal.reason.ending;
      this.services.log.error("job failed", { job: job.name, error: describeError(error) });
      return { status: "failed", detail: error instanceof Error ? error.message : String(error) };
    }
  }

  /** A job that ignores its signal keeps the lock until it ends, so that no second run starts beside it. */
  async #releaseAfter(work: Promise<RunEnd>, run: ActiveRun): Promise<void> {
    await work;
    await this.services.live.writer
      .run((tx) => releaseRun(tx, run))
      .catch(() => this.services.log.warn("a job's lock was left to run out", { job: run.job }));
  }

  async #renew(run: ActiveRun, controller: AbortController): Promise<void> {
    try {
      if (await this.services.live.writer.run((tx) => renewLease(tx, run))) return;
      const lost: RunEnd = { status: "abandoned", detail: "its lock ran out and was lost" };
      controller.abort(new Interrupted(lost));
    } catch (error) {
      this.services.log.warn("a job's lock was not renewed", { job: run.job, error: describeError(error) });
    }
  }

  #refuse(job: Job<Parts>, trigger: string): RunOutcome {
    const holder = findLock(this.services.live.read, job.name)?.holder ?? "another process";
    this.services.log.info("job is already running", { job: job.name, trigger, holder });
    return { status: "locked", detail: `it is already running (${holder})` };
  }

  #isOverdue(job: Job<Parts>): boolean {
    const { live, clock } = this.services;
    const last = findLastOkRun(live.read, job.name);
    const [latest] = lastTimes(job.schedule, clock.now());
    if (last !== null) return last.started_at < latest;
    return job.waitsForSchedule !== true || (firstStartAt(live.read) ?? latest) < latest;
  }

  /** Only late starts count: a failure concerns the status page, and is not a reason to restart. */
  #fault(): string | null {
    const { live, clock } = this.services;
    const now = clock.now();
    for (const job of this.jobs) {
      const [latest, before] = lastTimes(job.schedule, now);
      const since = Math.max(this.#startedAt, findLastRun(live.read, job.name)?.started_at ?? 0);
      const allowedMs = 2 * (latest - before) + job.timeoutMs + LATE_MS;
      if (now - since > allowedMs) return `${job.name} has not started since ${isoUtc(since)}`;
    }
    return null;
  }
}

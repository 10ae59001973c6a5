import type { RunStatus } from "./store.ts";

/** A job with its schedule and its last run, as shown by the command and the page. Times are ISO 8601 UTC. */
export interface JobView {
  name: string;
  description: string;
  schedule: string;
  timeout_ms: number;
  next_run_at: string | null;
  last_run: {
    trigger: string;
    status: RunStatus;
    detail: string | null;
    started_at: string | null;
    finished_at: string | null;
  } | null;
}

/** The result of an attempt to run a job; `locked` if it is already running. */
export interface Outcome {
  status: RunStatus | "locked";
  detail: string;
}

/** The job runner's interface for other parts. */
export interface Runner {
  /** The runner's fault, or null. */
  fault(): string | null;
  list(): JobView[];
  /** Starts a job now, and resolves when it ends; null if there is no job of that name. */
  begin(name: string, trigger: string): Promise<Outcome> | null;
}

/** The job runner's state for the rest of the process; the runner starts later and stops earlier than this object. */
export class JobMonitor {
  #runner: Runner | null = null;

  /** Called once the runner works. */
  attach(runner: Runner): void {
    this.#runner = runner;
  }

  detach(): void {
    this.#runner = null;
  }

  /** Why jobs cannot be relied on now; null while they run. */
  fault(): string | null {
    return this.#runner === null ? "the job runner is not running" : this.#runner.fault();
  }

  list(): JobView[] {
    return this.#runner?.list() ?? [];
  }

  begin(name: string, trigger: string): Promise<Outcome> | null {
    return this.#runner?.begin(name, trigger) ?? null;
  }
}

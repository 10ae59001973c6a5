import type { RunStatus } from "./store.ts";

/** A job with its schedule and its last run, as the command and the page show it. Times are ISO 8601 UTC. */
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

/** What became of an attempt to run a job; `locked` where it was not begun, since it runs already. */
export interface Outcome {
  status: RunStatus | "locked";
  detail: string;
}

/** The runner, as far as others ask of it. */
export interface Runner {
  /** What is wrong with it, or null. */
  fault(): string | null;
  list(): JobView[];
  /** Begins a job now, and resolves when it ended; null where there is none of that name. */
  begin(name: string, trigger: string): Promise<Outcome> | null;
}

/** What the rest of the process may ask of the job runner, which is started later and stopped earlier than it. */
export class JobMonitor {
  #runner: Runner | null = null;

  /** The runner works now. */
  attach(runner: Runner): void {
    this.#runner = runner;
  }

  detach(): void {
    this.#runner = null;
  }

  /** Why jobs cannot be relied on now; null where they run. */
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

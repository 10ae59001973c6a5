import { Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { describeError } from "../../../../kit/process/log.ts";
import { CHAIN_ERRORS, NO_CHAIN } from "../../../platform/chain-access/index.ts";
import type { TrackedToken } from "../../../token/figures/index.ts";
import { SupplyUnknown } from "./figures.ts";
import type { AuditRun } from "./model.ts";
import type { AuditParts } from "./parts.ts";
import { NothingToAudit, runAudit } from "./run-audit.ts";
import type { Window } from "./window.ts";

/** An answer waits this long for a run before it reports that the run is still in progress, as for backups. */
const RESPONSE_WAIT_MS = 55_000;

/** Executes the runs started by operators in this process, one at a time. */
export class AuditRunner {
  #running: Promise<AuditRun> | null = null;
  readonly #stop = new AbortController();

  constructor(
    private readonly parts: AuditParts,
    readonly token: TrackedToken | null,
    private readonly responseWaitMs = RESPONSE_WAIT_MS,
  ) {}

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /**
   * Starts a run and waits for it. Returns null if it is still in progress after `responseWaitMs`.
   * @throws Problem state_conflict if a run is in progress; rpc_unavailable if there is nothing to audit yet
   */
  async run(window: Window, actor: Actor): Promise<AuditRun | null> {
    const { token, parts } = this;
    if (token === null) throw new Problem(CHAIN_ERRORS.rpc_unavailable, NO_CHAIN);
    if (this.#running !== null)
      throw new Problem("state_conflict", "Wait for the run in progress to finish.");
    const running = runAudit(parts, { token, window, actor, signal: this.#stop.signal }).finally(() => {
      this.#running = null;
    });
    this.#running = running;
    running.catch((error) => {
      if (!isNotReady(error) && !this.#stop.signal.aborted)
        parts.log.error("an audit run failed", { error: describeError(error) });
    });
    try {
      return await Promise.race([running, Bun.sleep(this.responseWaitMs).then(() => null)]);
    } catch (error) {
      if (!isNotReady(error)) throw error;
      throw new Problem(
        CHAIN_ERRORS.rpc_unavailable,
        `Retry once the chain has been read: ${error.message}.`,
      );
    }
  }

  /** Aborts a run in progress. Its staged rows are deleted by a later run. */
  stop(): void {
    this.#stop.abort(new Error("the process is stopping"));
  }
}

function isNotReady(error: unknown): error is Error {
  return error instanceof NothingToAudit || error instanceof SupplyUnknown;
}

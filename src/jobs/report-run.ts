import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/process/log.ts";
import type { Tracer } from "../kit/tracing/tracer.ts";
import { isFailed, type RunEnd } from "../modules/platform/jobs/index.ts";

/** Logs a run that ended now, and records its span. */
export function reportRun(
  { clock, log, tracer }: { clock: Clock; log: Logger; tracer: Tracer | null },
  { job, trigger, startedAt }: { job: string; trigger: string; startedAt: number },
  { status, detail }: RunEnd,
): void {
  const endedAt = clock.now();
  const fields = { job, trigger, status, duration_ms: endedAt - startedAt, detail };
  const hasFailed = isFailed(status);
  if (!hasFailed) log.routine("job ended", fields);
  else log.warn("job ended", fields);
  tracer?.end({
    context: tracer.begin(null),
    name: `job ${job}`,
    kind: "internal",
    startedAt,
    endedAt,
    attributes: { "salute.job": job, "salute.job.trigger": trigger, "salute.job.status": status },
    error: hasFailed ? detail : null,
  });
}

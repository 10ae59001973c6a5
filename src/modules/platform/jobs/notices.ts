import type { Notice } from "../notices/index.ts";
import type { JobMonitor } from "./monitor.ts";

const PATH = "/admin/jobs";

/** A stalled runner, and jobs whose last run failed. */
export function jobNotices(jobs: JobMonitor): Notice[] {
  const fault = jobs.fault();
  const failed = jobs
    .list()
    .filter(({ last_run }) => last_run?.status === "failed" || last_run?.status === "timeout");
  return [
    ...(fault === null ? [] : [{ status: "bad", message: `Jobs: ${fault}`, path: PATH } as const]),
    ...failed.map(({ name, last_run }): Notice => {
      return { status: "warn", message: `Job ${name}: ${last_run?.detail ?? "failed"}`, path: PATH };
    }),
  ];
}

import { timeOrNull } from "../../../kit/clock.ts";
import { type Notice, singleNotice } from "../notices/index.ts";
import type { JobMonitor } from "./monitor.ts";

const PATH = "/admin/jobs";

/** A stalled runner, and jobs whose last run failed. */
export function jobNotices(jobs: JobMonitor): Notice[] {
  const fault = jobs.fault();
  const stalled = { id: "jobs", status: "bad", title: `Jobs: ${fault}`, path: PATH } as const;
  return [
    ...(fault === null ? [] : [singleNotice(stalled)]),
    ...jobs.list().flatMap(({ name, last_run: last }): Notice[] => {
      if (last?.status !== "failed" && last?.status !== "timeout") return [];
      const title = `Job ${name}: ${last.detail ?? "failed"}`;
      return [
        singleNotice({ id: `job.${name}`, status: "warn", title, path: PATH }, timeOrNull(last.started_at)),
      ];
    }),
  ];
}

import { MINUTE_MS } from "../../../kit/clock.ts";
import { changeAlert } from "../../operations/alerts/index.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { LogHeld } from "../../transparency/signed-log/index.ts";
import { logStatus, takeSnapshot } from "./index.ts";

export const statusSnapshot: Job = {
  name: "status_snapshot",
  schedule: "* * * * *",
  timeoutMs: MINUTE_MS,
  description: "Keeps what the status checks find: uptime, trend, incidents and alerts are made of it",
  async run({ alerts, http, live, status, log, signedLog }) {
    const report = await status.look();
    const changes = await live.writer.run((tx) => {
      const changed = takeSnapshot(tx, status, report);
      const alert = changeAlert(changed ?? [], report, status.statesOf(report), http.baseUrl());
      if (alert !== null) alerts.raise(tx, alert);
      return changed;
    });
    if (changes === null) return "nothing kept: the clock has gone back behind the last snapshot";
    for (const { subject, from, to } of changes) log.info("status changed", { subject, from, to });
    try {
      await logStatus(signedLog, status, report);
    } catch (error) {
      if (!(error instanceof LogHeld)) throw error;
      log.warn("the status was not logged", { reason: error.hold.reason });
    }
    const words = changes.map(({ subject, from, to }) => `${subject} ${from} → ${to}`);
    return `overall ${report.overall}${words.length === 0 ? "" : `; ${words.join(", ")}`}`;
  },
};

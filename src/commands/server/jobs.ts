import { JOBS } from "../../compose/modules.ts";
import { serverStartedAt } from "../../compose/server-settings.ts";
import { hasServer } from "../../db/directory-lock.ts";
import { JobRunner } from "../../jobs/runner.ts";
import { jobView } from "../../jobs/view.ts";
import { isFailed } from "../../modules/platform/jobs/index.ts";
import { type Command, oneWord, print, printData, textTable, UsageError } from "../command.ts";
import { withServices } from "../workspace.ts";
import { stopSignal } from "./stop-signal.ts";

const list: Command = {
  name: "jobs list",
  usage: "jobs list [--json]",
  summary: "List the jobs with their schedules (UTC) and last runs",
  options: {},
  run: (invocation) =>
    withServices(invocation, (services) => {
      const jobs = JOBS.map((job) => jobView(services, job));
      printData(invocation.flags, jobs, () =>
        textTable(
          ["JOB", "SCHEDULE", "NEXT", "LAST RUN", "STATUS", "DETAIL"],
          jobs.map(({ name, schedule, next_run_at, last_run }) => [
            name,
            schedule,
            next_run_at ?? "-",
            last_run?.started_at ?? "never",
            last_run?.status ?? "-",
            last_run?.detail ?? "-",
          ]),
          "No jobs in this build.",
        ),
      );
      return 0;
    }),
};

const run: Command = {
  name: "jobs run",
  needs: [
    "SOLANA_RPC_URLS",
    "SMTP_URL",
    "BACKUP_ENCRYPTION_KEY",
    "BACKUP_S3_SECRET_ACCESS_KEY",
    "LITESTREAM_REPLICA_URL",
    "ALERT_WEBHOOK_URL",
  ],
  usage: "jobs run NAME",
  words: ["NAME"],
  summary: "Run a job now, in this process and under its lock; returns when it is done",
  options: {},
  run: (invocation) => {
    const name = oneWord(invocation, "job's name");
    const job = JOBS.find((each) => each.name === name || each.alias === name);
    if (job === undefined) throw new UsageError(`there is no job ${name}; see: salute jobs list`);
    return withServices(
      invocation,
      async (services) => {
        const runner = new JobRunner(services, JOBS);
        const { dataDir } = services.config;
        const serverStart = hasServer(dataDir) ? serverStartedAt(dataDir) : null;
        if (serverStart !== null) runner.observe(serverStart);
        void stopSignal().then(() => runner.stop(0));
        const { status, detail } = await runner.run(job, "command");
        print(`${name}: ${status}: ${detail}`);
        return status === "locked" || isFailed(status) ? 1 : 0;
      },
      "directory",
    );
  },
};

export const jobsCommands: Command[] = [list, run];

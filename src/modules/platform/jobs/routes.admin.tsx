/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import {
  Action,
  type Reader,
  type Site,
  type Status,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { adminForm, adminPage } from "../admin-page/index.ts";
import type { JobMonitor, JobView } from "./monitor.ts";
import type { RunStatus } from "./store.ts";

const PATH = "/admin/jobs";

/** The jobs with their schedules, and a button to run each one now. */
export function jobsPages(site: Site, jobs: JobMonitor): Operation[] {
  return [
    adminPage(site, {
      id: "jobsPage",
      path: PATH,
      summary: "The jobs with their schedules and last runs",
      title: "Jobs",
      content: ({ reader, now }) => <Jobs {...{ reader, jobs: jobs.list(), now }} />,
    }),
    adminForm(site, {
      id: "runJob",
      path: `${PATH}/{name}/run`,
      summary: "Run a job now, unless it is running already",
      done: (_, { name }) => `${name} is started, if it was not running.`,
      role: "operator",
      params: Type.Object({ name: Type.String() }),
      errors: ["not_found"],
      submit: ({ actor, params: { name } }) => {
        if (jobs.begin(name, `operator ${actor.name}`) === null)
          throw new Problem("not_found", `Choose a job from the list: there is no job ${name}.`);
        return seeOther(PATH);
      },
    }),
  ];
}

const MARKS: Record<RunStatus, Status> = {
  ok: "ok",
  running: "maintenance",
  failed: "bad",
  timeout: "bad",
  abandoned: "warn",
};

interface JobsProps {
  reader: Reader;
  jobs: readonly JobView[];
  now: number;
}

function Jobs({ reader, jobs, now }: JobsProps): JSX.Element {
  const { csrfToken } = reader;
  const mayRun = reader.role !== "viewer" && csrfToken !== null;
  const time = (text: string | null) => (text === null ? "never" : <Time at={Date.parse(text)} now={now} />);
  return (
    <>
      <p>Schedules are cron patterns in UTC. A missed run is made up for once, at the next start.</p>
      <Table
        caption="Jobs"
        columns={[
          { head: "Job", cell: ({ name }) => name },
          { head: "Does", cell: ({ description }) => description },
          { head: "Schedule", cell: ({ schedule }) => <code>{schedule}</code> },
          { head: "Next", cell: ({ next_run_at }) => time(next_run_at) },
          { head: "Last", cell: ({ last_run }) => time(last_run?.started_at ?? null) },
          { head: "Ended", cell: ({ last_run }) => <Ending run={last_run} /> },
          {
            head: "Run",
            cell: ({ name }) =>
              mayRun ? <Action to={`${PATH}/${name}/run`} csrfToken={csrfToken} label="Run now" /> : "",
          },
        ]}
        rows={jobs}
        keyOf={({ name }) => name}
      />
    </>
  );
}

function Ending({ run }: { run: JobView["last_run"] }): JSX.Element {
  if (run === null) return <StatusMark status="unknown" word="not yet" />;
  return (
    <>
      <StatusMark status={MARKS[run.status]} word={run.status} /> <small>{run.detail}</small>
    </>
  );
}

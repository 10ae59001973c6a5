/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { Problem } from "../../../http/answers/problem.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import {
  Action,
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  formToken,
  ListAddress,
  type ListQuery,
  type Reader,
  type Site,
  type Status,
  StatusMark,
  timeColumn,
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
      query: Type.Object(ShownQuery),
      content: ({ reader, query, now }) => <Jobs {...{ reader, jobs: jobs.list(), query, now }} />,
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
  skipped: "unknown",
  running: "maintenance",
  failed: "bad",
  timeout: "bad",
  abandoned: "warn",
};

interface JobsProps {
  reader: Reader;
  jobs: readonly JobView[];
  query: ListQuery;
  now: number;
}

function Jobs({ reader, jobs, query, now }: JobsProps): JSX.Element {
  const token = formToken(reader);
  return (
    <>
      <p>Schedules are cron patterns in UTC. A missed run is made up for once, at the next start.</p>
      <DataTable
        caption="Jobs"
        list={new ListAddress(PATH, query)}
        columns={columnsOf(token, now)}
        rows={jobs}
        keyOf={({ name }) => name}
      >
        <EmptyState title="Jobs appear here">The job runner has not started yet.</EmptyState>
      </DataTable>
    </>
  );
}

/** @param token for the forms that run a job; null for readers who may not */
function columnsOf(token: string | null, now: number): DataColumn<JobView>[] {
  return [
    {
      id: "job",
      head: "Job",
      value: ({ name }) => name,
      cell: ({ name }) => (
        <>
          <span>{name}</span>
          {token !== null && <Action to={`${PATH}/${name}/run`} csrfToken={token} label="Run now" />}
        </>
      ),
    },
    {
      id: "result",
      head: "Result",
      isMain: true,
      value: ({ last_run }) => last_run?.status ?? "not yet",
      cell: ({ last_run }) => <Ending run={last_run} />,
    },
    {
      id: "detail",
      head: "Detail",
      value: ({ last_run }) => last_run?.detail ?? null,
      cell: ({ last_run }) => <Clipped text={last_run?.detail ?? ""} />,
    },
    timeColumn({
      id: "last",
      head: "Last",
      at: ({ last_run }) => last_run?.started_at ?? null,
      none: "never",
      now,
    }),
    timeColumn({ id: "next", head: "Next", at: ({ next_run_at }) => next_run_at, none: "never", now }),
    {
      id: "schedule",
      head: "Schedule",
      value: ({ schedule }) => schedule,
      cell: ({ schedule }) => <code class="whole">{schedule}</code>,
    },
    {
      id: "does",
      head: "Does",
      value: ({ description }) => description,
      cell: ({ description }) => <Clipped text={description} />,
    },
  ];
}

function Ending({ run }: { run: JobView["last_run"] }): JSX.Element {
  if (run === null) return <StatusMark status="unknown" word="not yet" />;
  return <StatusMark status={MARKS[run.status]} word={run.status} />;
}

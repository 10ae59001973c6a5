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
  KeyValue,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  type Site,
  StatusMark,
  Time,
  timeColumn,
} from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import type { JobMonitor } from "../../platform/jobs/index.ts";
import type { Manifest } from "./archive/manifest.ts";
import type { BackupDesk, BackupState } from "./backup-desk.ts";
import { type Drill, readDrill } from "./drill.ts";

const PATH = "/admin/backups";
/** The page reloads itself while a backup is in progress. */
const REFRESH_SECONDS = "5";

/** Retention limits for backups. */
interface RetentionLimits {
  backupKeepCount: number;
  backupKeepDays: number;
}

export interface BackupPagesParts {
  site: Site;
  desk: BackupDesk;
  jobs: JobMonitor;
  keep: RetentionLimits;
  /** Describes this machine and its lease; null without a replica. */
  machine: () => string | null;
}

/** The page of backups and the form that starts one. */
export function backupPages({ site, desk, jobs, keep, machine }: BackupPagesParts): Operation[] {
  return [
    adminPage(site, {
      id: "backupsPage",
      path: PATH,
      summary: "List the stored backups",
      title: "Backups",
      query: Type.Object(ShownQuery),
      content: ({ sql, reader, query, now, responseHeaders }) => {
        const { latest } = desk;
        if (latest?.status === "running") responseHeaders.refresh = REFRESH_SECONDS;
        const drill = readDrill(sql);
        return (
          <Backups
            {...{ reader, backups: desk.list(), query, latest, drill, keep, machine: machine(), now }}
          />
        );
      },
    }),
    adminForm(site, {
      id: "beginBackup",
      done: "Backup started.",
      path: PATH,
      summary: "Make a backup now",
      role: "operator",
      inSafeMode: true,
      errors: ["state_conflict"],
      submit: ({ actor }) => {
        if (desk.latest?.status === "running")
          throw new Problem("state_conflict", "Wait for the backup in progress: only one runs at a time.");
        if (jobs.begin("backup", `operator ${actor.name}`) === null)
          throw new Problem("db_unavailable", "Retry in a moment: the job runner is not running.");
        return seeOther(PATH);
      },
    }),
  ];
}

interface BackupsProps {
  reader: Reader;
  backups: readonly Manifest[];
  query: ListQuery;
  latest: BackupState | null;
  drill: Drill | null;
  keep: RetentionLimits;
  machine: string | null;
  now: number;
}

function Backups(props: BackupsProps): JSX.Element {
  const { reader, backups, query, latest, drill, keep, machine, now } = props;
  const mayRun = reader.role !== "viewer" && reader.csrfToken !== null;
  return (
    <>
      <p>
        A backup holds every database except sandbox files. No backup holds key files; export those with{" "}
        <code>salute keyfiles export --to DIR</code>.
      </p>
      {machine !== null && <p>{machine}</p>}
      <p>
        Retention: the newest {keep.backupKeepCount} (<code>BACKUP_KEEP_COUNT</code>), each for at most{" "}
        {keep.backupKeepDays} days (<code>BACKUP_KEEP_DAYS</code>). The newest is never deleted.
      </p>
      {latest !== null && <Latest latest={latest} now={now} />}
      {mayRun && <Action to={PATH} csrfToken={reader.csrfToken ?? ""} label="Run backup" main />}
      <DataTable
        caption="Backups, newest first"
        list={new ListAddress(PATH, query)}
        columns={columnsOf(reader, now)}
        rows={backups}
        keyOf={({ id }) => id}
      >
        <EmptyState title="Backups will appear here.">
          One is made each night, and whenever you select Run backup.
        </EmptyState>
      </DataTable>
      <h2 id="drill">Restore drill</h2>
      {drill === null ? (
        <p>
          Each night the newest state is restored to a scratch directory and proved. No drill has run yet.
        </p>
      ) : (
        <LastDrill drill={drill} now={now} />
      )}
      <p>
        To prove a backup: <code>salute backup verify ID</code>. To restore it:{" "}
        <code>salute restore --from FILE --data NEW</code>
      </p>
    </>
  );
}

function columnsOf(reader: Reader, now: number): DataColumn<Manifest>[] {
  return [
    {
      id: "backup",
      head: "Backup",
      value: ({ id }) => id,
      cell: ({ id }) => <a href={`${PATH}/${id}`}>{id}</a>,
    },
    timeColumn({ id: "made", head: "Made", at: ({ created_at }) => created_at, isMain: true, now }),
    {
      id: "mib",
      head: "MiB",
      value: ({ bytes }) => Math.round((bytes / 2 ** 20) * 10) / 10,
      cell: ({ bytes }) => (bytes / 2 ** 20).toFixed(1),
      numeric: true,
    },
    numberColumn({ id: "entries", head: "Entries", value: ({ counts }) => counts.ledger_entries ?? 0 }),
    { id: "encrypted", head: "Encrypted", value: ({ is_encrypted }) => (is_encrypted ? "yes" : "no") },
    {
      id: "copy",
      head: "Copy",
      value: ({ uploaded_to, upload_error }) => copyOf(uploaded_to, upload_error),
      cell: ({ uploaded_to, upload_error }) =>
        upload_error === null ? (
          <Clipped text={copyOf(uploaded_to, null)} />
        ) : (
          <StatusMark status="warn" word={copyOf(uploaded_to, upload_error)} />
        ),
    },
    {
      id: "archive",
      head: "Archive",
      value: ({ id }) => (reader.role === "owner" ? `${PATH}/${id}/download` : "owners only"),
      cell: ({ id }) =>
        reader.role === "owner" ? <a href={`${PATH}/${id}/download`}>Download</a> : "owners only",
    },
  ];
}

function copyOf(uploadedTo: string | null, error: string | null): string {
  return error === null ? (uploadedTo ?? "none") : `upload failed: ${error}`;
}

function Latest({ latest, now }: { latest: BackupState; now: number }): JSX.Element {
  if (latest.status === "running") {
    return (
      <p>
        <StatusMark status="maintenance" word="running" /> {latest.id}, started{" "}
        <Time at={latest.startedAt} now={now} />. This page reloads until the backup is done.
      </p>
    );
  }
  return (
    <p>
      <StatusMark status="bad" word="failed" /> {latest.id}: {latest.status === "failed" ? latest.error : ""}
    </p>
  );
}

function LastDrill({ drill, now }: { drill: Drill; now: number }): JSX.Element {
  const { at, ok, source, from, error, rpo_seconds, rto_seconds, log_root_is_published } = drill;
  return (
    <KeyValue
      rows={[
        [
          "Result",
          <StatusMark key="result" status={ok ? "ok" : "bad"} word={error ?? "restored and proved"} />,
        ],
        ["Run", <Time key="run" at={Date.parse(at)} now={now} />],
        ["Restored", source === "replica" ? "the replica" : from],
        ["Data loss (RPO)", rpo_seconds === null ? "unknown" : `${rpo_seconds} s`],
        ["Duration (RTO)", `${rto_seconds} s`],
        ["Log", log_root_is_published === true ? "a prefix of the published log" : "not compared"],
      ]}
    />
  );
}

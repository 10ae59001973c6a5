/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { EmptyState, Table, Tiles, Time } from "../../../pages/index.ts";
import type { MeasuredFile, MeasuredGroup, Storage } from "./model.ts";

/** Smaller groups are shown as one line. */
const MOST_GROUPS = 30;

interface StorageProps {
  storage: Static<typeof Storage>;
  now: number;
}

export function StorageContent({ storage, now }: StorageProps): JSX.Element {
  const { disk, used, measured_at, files, groups } = storage;
  return (
    <>
      <Tiles
        tiles={[
          {
            label: "Free",
            value: size(disk.free_bytes),
            note: `${percent(disk.free_bytes, disk.size_bytes)} of ${size(disk.size_bytes)}`,
          },
          {
            label: "Growth per day",
            value: disk.growth_bytes_per_day === null ? "unknown" : size(disk.growth_bytes_per_day),
            note: "by the kept backups",
          },
          {
            label: "Full in",
            value:
              disk.days_left === null ? fullWithout(disk) : `${disk.days_left.toLocaleString("en")} days`,
            note: "at this growth",
          },
        ]}
      />
      <p>
        The status check <code>disk</code> warns of it: see its <a href="/admin/alerts#disk">runbook</a>. The
        growth is known from the second day of <a href="/admin/backups">backups</a> on.
      </p>
      <h2>Files</h2>
      <Table
        caption="Databases and backups"
        columns={[
          { head: "File", cell: ({ name }) => name },
          { head: "Size", cell: ({ bytes }) => size(bytes), numeric: true },
          { head: "Write-ahead log", cell: ({ wal_bytes }) => size(wal_bytes), numeric: true },
        ]}
        rows={used}
        keyOf={({ name }) => name}
      />
      <h2>Tables</h2>
      {measured_at === null ? (
        <EmptyState title="Sizes of tables will appear here.">
          The job <a href="/admin/jobs">storage</a> measures them each night, and whenever you run it.
        </EmptyState>
      ) : (
        <Tables {...{ files, groups, now, at: measured_at }} />
      )}
      <p>
        The jobs <a href="/admin/jobs">retention and shrink</a> delete what has expired and give free pages
        back. The times that can be set are in the <a href="/admin/ops/config">configuration</a>.
      </p>
    </>
  );
}

interface TablesProps {
  files: readonly Static<typeof MeasuredFile>[];
  groups: readonly Static<typeof MeasuredGroup>[];
  at: string;
  now: number;
}

function Tables({ files, groups, at, now }: TablesProps): JSX.Element {
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const free = files.reduce((sum, { free_bytes }) => sum + free_bytes, 0);
  const smaller = groups.slice(MOST_GROUPS);
  return (
    <>
      <p>
        Measured <Time at={Date.parse(at)} now={now} />: {size(all)}, of which {size(free)} are free pages
        {files.length > 1 && ` (${files.map((each) => `${each.file} ${size(each.free_bytes)}`).join(", ")})`}.
        Later rows fill them.
      </p>
      <Table
        caption="Tables, the largest first"
        columns={[
          { head: "Rows", cell: ({ rows }) => rows },
          { head: "File", cell: ({ file }) => file },
          { head: "Size", cell: ({ bytes }) => size(bytes), numeric: true },
          { head: "Share", cell: ({ bytes }) => percent(bytes, all), numeric: true },
          { head: "Indexes", cell: ({ index_bytes }) => size(index_bytes), numeric: true },
          {
            head: "Kept",
            cell: ({ kept }) => <span class="roomy">{kept.length === 0 ? "for ever" : kept.join("; ")}</span>,
          },
        ]}
        rows={groups.slice(0, MOST_GROUPS)}
        keyOf={({ file, rows }) => `${file} ${rows}`}
      />
      {smaller.length > 0 && (
        <p>
          {smaller.length} smaller groups take {size(smaller.reduce((sum, { bytes }) => sum + bytes, 0))}.
        </p>
      )}
    </>
  );
}

function fullWithout({ growth_bytes_per_day }: Static<typeof Storage>["disk"]): string {
  return growth_bytes_per_day === null ? "unknown" : "never";
}

/** Such as "1.5 MiB", with the unit that leaves fewest digits. */
function size(bytes: number): string {
  const units = ["KiB", "MiB", "GiB"];
  let value = bytes / 1024;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${units[unit]}`;
}

function percent(part: number, whole: number): string {
  return `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)} %`;
}

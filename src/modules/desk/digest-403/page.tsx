/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { ListQuery, Reader } from "../../../pages/index.ts";
import { EmptyState, KeyValue, LineChart, StatusMark, Table, Time } from "../../../pages/index.ts";
import { DIGEST_PATH, type DigestAnswer, type ExportedSuppressions } from "./model.ts";
import { Rules } from "./rules-section.tsx";

interface DigestProps {
  digest: DigestAnswer;
  /** Refusals of each hour of the window, oldest first. */
  hours: readonly { hour: string; count: number; suppressed: number }[];
  rules: Static<typeof ExportedSuppressions>;
  reader: Reader;
  query: ListQuery;
  now: number;
}

/** Refusals of the last 24 hours with spikes, and the suppression rules. */
export function DigestContent({ digest, hours, rules, reader, query, now }: DigestProps): JSX.Element {
  const { totals, spikes, warnings } = digest;
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning}>
          <StatusMark status="warn" word={warning} />
        </p>
      ))}
      <p>
        {spikes.length === 0 ? (
          <StatusMark status="ok" word="No spike in the last 24 hours" />
        ) : (
          <StatusMark
            status="warn"
            word={spikes.length === 1 ? "1 hour with a spike" : `${spikes.length} hours with a spike`}
          />
        )}
        . All refusals as <a href={`${DIGEST_PATH}/export.csv`}>CSV</a> or{" "}
        <a href={`${DIGEST_PATH}/export.json`}>JSON</a>.
      </p>
      <KeyValue
        rows={[
          ["Refusals", String(totals.count)],
          ["Suppressed by rules", String(totals.suppressed)],
          ["Paths", String(totals.paths)],
          ["Networks", String(totals.sources)],
        ]}
      />
      <LineChart
        id="refusals"
        title="Refusals by hour"
        summary={`${totals.count} refusals in 24 hours, ${totals.suppressed} of them suppressed.`}
        labelHead="Hour"
        labels={hours.map(({ hour }) => hour.slice(5, 16).replace("T", " "))}
        series={[
          { name: "Unsuppressed", values: hours.map(({ count, suppressed }) => count - suppressed) },
          { name: "Suppressed", values: hours.map(({ suppressed }) => suppressed) },
        ]}
        format={String}
      />
      <h2>Spikes</h2>
      <Spikes spikes={spikes} now={now} />
      <h2>Most refused paths</h2>
      {totals.count === 0 ? (
        <EmptyState title="Refused paths, with reasons and networks, will be here.">
          A request that its key, role or address does not permit is refused with 403. Those that you know can
          be suppressed by a rule.
        </EmptyState>
      ) : (
        <Refusals digest={digest} />
      )}
      <Rules rules={rules} applied={digest.suppressions_applied} {...{ reader, query, now }} />
    </>
  );
}

function Refusals({ digest }: { digest: DigestAnswer }): JSX.Element {
  const { top_paths, top_reasons, top_sources, new_paths, query } = digest;
  return (
    <>
      <p>
        By hour as a <a href={`${DIGEST_PATH}/probe-trend.png`}>chart</a>.
      </p>
      <Counts caption="Most refused paths" head="Path" rows={named(top_paths, "path")} />
      <h2>Reasons</h2>
      <Counts caption="Reasons" head="Reason" rows={named(top_reasons, "reason")} />
      <h2>Networks</h2>
      <Counts caption="Networks" head="Network (hash)" rows={named(top_sources, "source")} />
      <h2>New paths</h2>
      <p>
        {new_paths.length === 0 ? "None" : "Those"} without refusals in the {query.new_path_lookback_days}{" "}
        days before.
      </p>
      {new_paths.length > 0 && <Counts caption="New paths" head="Path" rows={named(new_paths, "path")} />}
    </>
  );
}

function Spikes({ spikes, now }: { spikes: DigestAnswer["spikes"]; now: number }): JSX.Element {
  if (spikes.length === 0)
    return (
      <EmptyState title="Hours with a spike will be here.">
        A spike is an hour with at least 10 unsuppressed refusals and at least three times the baseline.
      </EmptyState>
    );
  return (
    <Table
      caption="Spikes"
      columns={[
        { head: "Hour", cell: ({ hour }) => <Time at={Date.parse(hour)} now={now} /> },
        { head: "Refusals", cell: ({ count }) => count, numeric: true },
        { head: "Baseline", cell: ({ baseline }) => baseline, numeric: true },
        { head: "Ratio", cell: ({ ratio }) => ratio ?? "none", numeric: true },
      ]}
      rows={spikes}
      keyOf={({ hour }) => hour}
    />
  );
}

interface NamedCount {
  name: string;
  count: number;
}

function named<Key extends string>(
  rows: readonly ({ count: number } & Record<Key, string>)[],
  key: Key,
): NamedCount[] {
  return rows.map((row) => ({ name: row[key], count: row.count }));
}

interface CountsProps {
  caption: string;
  head: string;
  rows: readonly NamedCount[];
}

function Counts({ caption, head, rows }: CountsProps): JSX.Element {
  return (
    <Table
      caption={caption}
      columns={[
        { head, cell: ({ name }) => <code>{name}</code> },
        { head: "Refusals", cell: ({ count }) => count, numeric: true },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}

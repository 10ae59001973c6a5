/** @jsxImportSource preact */

import type { JSX } from "preact";
import { DayBars, StatusMark, Table } from "../../../../pages/index.ts";
import type { Day } from "../read.ts";
import { type ShownState, uptimeOf } from "../rules.ts";
import { formatUptime, mergeEqual, PAGE_DAYS, type Period, periodOf, sumOf } from "./history.ts";

interface CheckHistoryProps {
  id: string;
  title: string;
  state: ShownState;
  days: readonly Day[];
  /** Current message of the check; null for none. */
  message: string | null;
}

/** Current state of a check, and a bar per day. */
export function CheckHistory({ id, title, state, days, message }: CheckHistoryProps): JSX.Element {
  const periods = days.map(periodOf);
  const { tally, elapsedMs } = sumOf(days);
  const uptime = formatUptime(uptimeOf(tally, elapsedMs));
  return (
    <DayBars
      id={id}
      title={title}
      summary={`${title} over ${PAGE_DAYS} days, one bar per day: uptime ${uptime}, now ${state}.`}
      aside={
        <>
          <StatusMark status={state} /> <span>{uptime}</span>
        </>
      }
      {...(message === null ? {} : { note: message })}
      bars={periods.map((period) => ({
        label: period.first,
        status: period.status,
        words: barWords(period),
      }))}
      table={<Periods title={title} periods={mergeEqual(periods)} />}
    />
  );
}

function barWords({ status, uptime, trouble, known }: Period): string {
  if (status === "unknown") return "not measured";
  const notOk = trouble === "none" ? "" : `, ${trouble}`;
  return `${uptime}${notOk}${known === "100 %" ? "" : `; ${known} known`}`;
}

function Periods({ title, periods }: { title: string; periods: readonly Period[] }): JSX.Element {
  return (
    <Table
      caption={`${title}, equal days grouped`}
      columns={[
        { head: "Days", cell: ({ first, last }) => (first === last ? first : `${first} to ${last}`) },
        { head: "Worst", cell: ({ status }) => <StatusMark status={status} /> },
        { head: "Uptime", cell: ({ uptime }) => uptime, numeric: true },
        { head: "Not ok", cell: ({ trouble }) => trouble },
        { head: "Known", cell: ({ known }) => known, numeric: true },
      ]}
      rows={periods}
      keyOf={({ first }) => first}
    />
  );
}

/** @jsxImportSource preact */

import type { JSX } from "preact";
import { DayBars, StatusMark, stateWord, Table, useWords } from "../../../../pages/index.ts";
import { STATUS_WORDS, type StatusWords, translateMessage } from "../../words/index.ts";
import type { Day } from "../read.ts";
import { computeUptime, type ShownState } from "../rules.ts";
import { formatUptime, mergeEqual, PAGE_DAYS, type Period, summarizeDay, totalDays } from "./history.ts";

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
  const words = useWords(STATUS_WORDS);
  const periods = days.map((day) => summarizeDay(day, words));
  const { tally, elapsedMs } = totalDays(days);
  const measured = computeUptime(tally, elapsedMs);
  const uptime = formatUptime(measured, words);
  // The check was read, but has nothing to compare with: "not measured" would be wrong, and the message says it.
  const isUnjudged = state === "unknown" && message !== null && measured.uptime_pct === null;
  return (
    <DayBars
      id={id}
      title={title}
      summary={
        isUnjudged
          ? title
          : words.say("history_summary", {
              title,
              days: PAGE_DAYS,
              uptime,
              state: stateWord(state, words.locale),
            })
      }
      aside={
        <>
          <StatusMark status={state} /> {!isUnjudged && <span>{uptime}</span>}
        </>
      }
      {...(message === null
        ? {}
        : { note: translateMessage(message, words.locale) ?? <span lang="en">{message}</span> })}
      bars={periods.map((period) => ({
        label: period.first,
        status: period.status,
        words: barWords(period, words),
      }))}
      table={<Periods title={title} periods={mergeEqual(periods)} />}
    />
  );
}

function barWords({ status, uptime, trouble, known }: Period, words: StatusWords): string {
  if (status === "unknown") return stateWord(status, words.locale);
  const figures = trouble === "" ? uptime : `${uptime}, ${trouble}`;
  return known === "100 %" ? figures : words.say("bar_known", { words: figures, known });
}

function Periods({ title, periods }: { title: string; periods: readonly Period[] }): JSX.Element {
  const words = useWords(STATUS_WORDS);
  return (
    <Table
      caption={words.say("days_grouped", { title })}
      columns={[
        {
          head: words.say("days"),
          cell: ({ first, last }) => (first === last ? first : words.say("days_range", { first, last })),
        },
        { head: words.say("worst"), cell: ({ status }) => <StatusMark status={status} /> },
        { head: words.say("uptime"), cell: ({ uptime }) => uptime, numeric: true },
        { head: words.say("trouble"), cell: ({ trouble }) => trouble || words.say("trouble_none") },
        { head: words.say("known"), cell: ({ known }) => known, numeric: true },
      ]}
      rows={periods}
      keyOf={({ first }) => first}
    />
  );
}

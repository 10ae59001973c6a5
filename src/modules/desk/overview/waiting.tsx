/** @jsxImportSource preact */

import type { JSX } from "preact";
import { StatusMark, Table, Time } from "../../../pages/index.ts";
import type { Notice } from "../../platform/notices/index.ts";

const WORDS: Record<Notice["status"], string> = { bad: "act now", warn: "waits" };

/** Work that waits for an operator and faults, the worst and then the oldest first. */
export function Waiting({ notices, now }: { notices: readonly Notice[]; now: number }): JSX.Element {
  if (notices.length === 0)
    return (
      <p>
        <StatusMark status="ok" word="nothing" />
      </p>
    );
  const rows = notices.toSorted(
    (a, b) =>
      Number(b.status === "bad") - Number(a.status === "bad") ||
      (a.oldestAt ?? now) - (b.oldestAt ?? now) ||
      a.title.localeCompare(b.title),
  );
  return (
    <Table
      caption="Waiting for you"
      columns={[
        {
          head: "What",
          cell: ({ title, path }) => (
            <a class="waiting-title" href={path}>
              {title}
            </a>
          ),
        },
        { head: "State", cell: ({ status }) => <StatusMark status={status} word={WORDS[status]} /> },
        { head: "Count", cell: ({ count }) => count?.toLocaleString("en") ?? "", numeric: true },
        {
          head: "Sum",
          cell: ({ sums }) => sums.map(({ amount, unit }) => <div key={unit}>{`${amount} ${unit}`}</div>),
          numeric: true,
        },
        {
          head: "Oldest",
          cell: ({ oldestAt }) =>
            oldestAt === null ? (
              ""
            ) : (
              <span class="whole">
                <Time at={oldestAt} now={now} />
              </span>
            ),
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}

/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Bars, Table } from "../../../../pages/index.ts";
import type { MissionAnalyticsView } from "../../missions/index.ts";
import { figure } from "../parts.tsx";

const STEPS = ["eligible", "enrolled", "started", "completed", "rewarded"] as const;

/** Number of players who reached each step of a mission. */
export function Funnel({
  days,
  steps,
}: {
  steps: MissionAnalyticsView["funnel"];
  days: number;
}): JSX.Element {
  const rows = STEPS.map((step, index) => {
    const before = STEPS[index - 1];
    return { step, players: steps[step], before: before === undefined ? null : steps[before] };
  });
  return (
    <>
      <h2 id="funnel">Funnel</h2>
      <Bars
        id="funnel-bars"
        title={`Players by step, last ${days} days`}
        summary={`${figure(steps.enrolled)} of ${figure(steps.eligible)} eligible players enrolled, ${figure(steps.completed)} finished.`}
        labelHead="Step"
        countHead="Players"
        bars={rows.map(({ players, step }) => ({ label: step, count: players }))}
        isLabelled
      />
      <Table
        caption="Funnel"
        columns={[
          { head: "Step", cell: ({ step }) => step },
          { head: "Players", numeric: true, cell: ({ players }) => figure(players) },
          {
            head: "Of previous step",
            numeric: true,
            cell: ({ before, players }) =>
              before === null || before === 0 ? "" : `${((100 * players) / before).toFixed(1)} %`,
          },
        ]}
        rows={rows}
        keyOf={({ step }) => step}
      />
    </>
  );
}

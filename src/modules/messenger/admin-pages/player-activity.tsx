/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, Table, Time } from "../../../pages/index.ts";
import type { ActivityView } from "../profiles/index.ts";
import { figure } from "./parts.tsx";

/** Of each kind on the page; the JSON has 200. */
const SHOWN = 30;

export function Lists({ activity, now }: { activity: ActivityView; now: number }): JSX.Element {
  const when = (iso: string) => <Time at={Date.parse(iso)} now={now} />;
  return (
    <>
      <h2 id="rounds">Rounds</h2>
      {activity.rounds.length === 0 ? (
        <EmptyState title="Rounds will be here, the newest first.">The player has played none.</EmptyState>
      ) : (
        <Table
          caption="Rounds"
          columns={[
            { head: "Round", cell: ({ id }) => id },
            { head: "Campaign", cell: ({ campaign }) => `${campaign.key}, revision ${campaign.revision}` },
            {
              head: "Outcome",
              cell: ({ outcome, state }) => (state === "done" ? outcome : `${state}: ${outcome}`),
            },
            { head: "Cost", numeric: true, cell: ({ cost }) => figure(cost) },
            { head: "Earned", numeric: true, cell: ({ earned }) => figure(earned) },
            { head: "When", cell: ({ created_at }) => when(created_at) },
          ]}
          rows={activity.rounds.slice(0, SHOWN)}
          keyOf={({ id }) => id}
        />
      )}
      <h2 id="entries">Movements</h2>
      {activity.entries.length === 0 ? (
        <EmptyState title="What moves the balances will be here.">Nothing has moved them.</EmptyState>
      ) : (
        <Table
          caption="Movements of salutes, missiles and free spins"
          columns={[
            { head: "Entry", cell: ({ id }) => id },
            { head: "Of", cell: ({ kind }) => kind.replace("_", " ") },
            { head: "Change", numeric: true, cell: ({ delta }) => `${delta > 0 ? "+" : ""}${figure(delta)}` },
            { head: "Balance", numeric: true, cell: ({ balance_after }) => figure(balance_after) },
            { head: "Reason", cell: ({ reason }) => reason },
            { head: "When", cell: ({ created_at }) => when(created_at) },
          ]}
          rows={activity.entries.slice(0, SHOWN)}
          keyOf={({ id, kind }) => `${kind} ${id}`}
        />
      )}
      {activity.missions.length > 0 && (
        <>
          <h2 id="missions">Missions</h2>
          <Table
            caption="Missions"
            columns={[
              { head: "Mission", cell: ({ title }) => title },
              { head: "State", cell: ({ state }) => state },
              {
                head: "Progress",
                numeric: true,
                cell: ({ target, value }) => `${figure(value)} of ${figure(target)}`,
              },
              { head: "Enrolled", cell: ({ enrolled_at }) => when(enrolled_at) },
            ]}
            rows={activity.missions}
            keyOf={({ enrolled_at, mission_key }) => `${mission_key} ${enrolled_at}`}
          />
        </>
      )}
      {activity.decisions.length > 0 && (
        <>
          <h2 id="decisions">Decisions about reports</h2>
          <Table
            caption="Decisions"
            columns={[
              { head: "Mission", cell: ({ mission_key }) => mission_key },
              {
                head: "Decision",
                cell: ({ decision, shadow }) => (shadow ? `${decision}, recorded only` : decision),
              },
              { head: "Kind", cell: ({ kind }) => kind },
              { head: "Times", numeric: true, cell: ({ count }) => figure(count) },
              { head: "Last", cell: ({ last_at }) => when(last_at) },
            ]}
            rows={activity.decisions.slice(0, SHOWN)}
            keyOf={({ decision, last_at, mission_key, shadow }) =>
              `${mission_key} ${decision} ${shadow} ${last_at}`
            }
          />
        </>
      )}
    </>
  );
}

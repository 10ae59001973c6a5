/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, Table, Time } from "../../../pages/index.ts";
import type { ActivityView } from "../profiles/index.ts";
import { figure } from "./parts.tsx";

/** Rows shown per list; the JSON holds up to 200. */
const MAX_SHOWN = 30;

interface ActivityProps {
  activity: ActivityView;
  now: number;
}

/** A player's rounds, ledger entries, missions and decisions, newest first. */
export function ActivityLists(props: ActivityProps): JSX.Element {
  return (
    <>
      <Rounds {...props} />
      <Entries {...props} />
      <Missions {...props} />
      <Decisions {...props} />
    </>
  );
}

function Rounds({ activity: { rounds }, now }: ActivityProps): JSX.Element {
  return (
    <>
      <h2 id="rounds">Rounds</h2>
      {rounds.length === 0 ? (
        <EmptyState title="No rounds yet.">Rounds appear here, newest first.</EmptyState>
      ) : (
        <Table
          caption="Rounds"
          columns={[
            { head: "Round", cell: ({ id }) => id },
            {
              head: "Campaign",
              cell: ({ campaign: { key, revision } }) => (
                <span class="roomy">
                  {key}, revision {revision}
                </span>
              ),
            },
            {
              head: "Outcome",
              cell: ({ outcome, state }) => (
                <span class="roomy">{state === "done" ? outcome : `${state}: ${outcome}`}</span>
              ),
            },
            { head: "Cost", numeric: true, cell: ({ cost }) => figure(cost) },
            { head: "Earned", numeric: true, cell: ({ earned }) => figure(earned) },
            { head: "Time", cell: ({ created_at }) => <Time at={Date.parse(created_at)} now={now} /> },
          ]}
          rows={rounds.slice(0, MAX_SHOWN)}
          keyOf={({ id }) => id}
        />
      )}
    </>
  );
}

function Entries({ activity: { entries }, now }: ActivityProps): JSX.Element {
  return (
    <>
      <h2 id="entries">Ledger entries</h2>
      {entries.length === 0 ? (
        <EmptyState title="No ledger entries yet.">
          Changes of salutes, missiles and free spins appear here, newest first.
        </EmptyState>
      ) : (
        <Table
          caption="Entries of salutes, missiles and free spins"
          columns={[
            { head: "Entry", cell: ({ id }) => id },
            { head: "Unit", cell: ({ kind }) => kind.replace("_", " ") },
            { head: "Change", numeric: true, cell: ({ delta }) => `${delta > 0 ? "+" : ""}${figure(delta)}` },
            { head: "Balance", numeric: true, cell: ({ balance_after }) => figure(balance_after) },
            { head: "Reason", cell: ({ reason }) => reason },
            { head: "Time", cell: ({ created_at }) => <Time at={Date.parse(created_at)} now={now} /> },
          ]}
          rows={entries.slice(0, MAX_SHOWN)}
          keyOf={({ id, kind }) => `${kind} ${id}`}
        />
      )}
    </>
  );
}

function Missions({ activity: { missions }, now }: ActivityProps): JSX.Element | null {
  if (missions.length === 0) return null;
  return (
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
          { head: "Enrolled", cell: ({ enrolled_at }) => <Time at={Date.parse(enrolled_at)} now={now} /> },
        ]}
        rows={missions}
        keyOf={({ enrolled_at, mission_key }) => `${mission_key} ${enrolled_at}`}
      />
    </>
  );
}

function Decisions({ activity: { decisions }, now }: ActivityProps): JSX.Element | null {
  if (decisions.length === 0) return null;
  return (
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
          { head: "Count", numeric: true, cell: ({ count }) => figure(count) },
          { head: "Last", cell: ({ last_at }) => <Time at={Date.parse(last_at)} now={now} /> },
        ]}
        rows={decisions.slice(0, MAX_SHOWN)}
        keyOf={({ decision, last_at, mission_key, shadow }) =>
          `${mission_key} ${decision} ${shadow} ${last_at}`
        }
      />
    </>
  );
}

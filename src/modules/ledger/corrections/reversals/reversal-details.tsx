/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  type DataColumn,
  DataTable,
  KeyValue,
  ListAddress,
  type Reader,
  type Status,
  StatusMark,
  Tiles,
  Time,
  USER_COLUMN,
} from "../../../../pages/index.ts";
import { AuditTable, type listAudit } from "../../../platform/audit/index.ts";
import { Decision } from "../decision.tsx";
import { countedEntries, salutes } from "../words.ts";
import { EXAMINED_AT_ONCE, type ReversalItem } from "./model.ts";
import { PATH, ReversalState, type ReversalView } from "./reversal-list.tsx";
import type { Foreseen } from "./rules.ts";

type ItemView = Static<typeof ReversalItem>;

const ITEM_MARKS: Record<ItemView["state"], Status> = {
  waiting: "maintenance",
  reversed: "ok",
  partial: "warn",
  left: "unknown",
};

const WHY: Record<NonNullable<ItemView["why"]>, string> = {
  shortfall: "the balance does not cover it",
  user_deleted: "the user is deleted",
  balance_limit: "the balance would pass its limit",
  cancelled: "the reversal was cancelled",
};

interface DetailProps {
  reader: Reader;
  reversal: ReversalView & { items: readonly ItemView[] };
  next: number | null;
  query: Readonly<Record<string, string | number | undefined>>;
  history: ReturnType<typeof listAudit>;
  /** The effects by the present balances, of the newest entries of a reversal that waits for approval. */
  foreseen: Foreseen | null;
  now: number;
}

/** A reversal: progress, approval, and what became of each entry. */
export function ReversalDetails({
  reader,
  reversal,
  next,
  query,
  history,
  foreseen,
  now,
}: DetailProps): JSX.Element {
  const at = `${PATH}/${reversal.reversal_id}`;
  const list = new ListAddress(at, query);
  return (
    <>
      <Progress reversal={reversal} at={at} />
      <Facts reversal={reversal} now={now} />
      {foreseen !== null && <Foreseeable foreseen={foreseen} reversal={reversal} />}
      {reversal.state === "waiting_approval" && (
        <Decision
          {...{ reader, at, requestedBy: reversal.requested_by }}
          effect={
            foreseen?.moved === foreseen?.total
              ? `Approve the reversal of ${countedEntries(reversal.count)} of ${reversal.total.toLocaleString("en")} salutes`
              : "Approve the reversal"
          }
          cancel="Cancel the reversal"
        />
      )}
      <h2 id="entries">Entries</h2>
      <p class="actions">
        <a href={at}>All</a>
        <a href={list.with({ state: "left", before: undefined })}>Left</a>
        <a href={list.with({ state: "partial", before: undefined })}>Partial</a>
        <a href={list.with({ state: "waiting", before: undefined })}>Waiting</a>
      </p>
      <DataTable
        caption="Entries of the reversal, newest first"
        list={list}
        columns={ITEM_COLUMNS}
        rows={reversal.items}
        keyOf={({ entry_id }) => entry_id}
        next={next === null ? null : ["before", next]}
      >
        <p>No entries are in this state.</p>
      </DataTable>
      <h2 id="history">History</h2>
      <AuditTable entries={history} now={now} />
    </>
  );
}

function Foreseeable({
  foreseen: { shortfalls, moved, total },
  reversal: { count, on_shortfall: choice },
}: {
  foreseen: Foreseen;
  reversal: ReversalView;
}): JSX.Element {
  const isPart = count > EXAMINED_AT_ONCE;
  const which = isPart ? `the newest ${countedEntries(EXAMINED_AT_ONCE)}` : "every entry";
  const rest = isPart && " The others are looked at when it is approved.";
  if (shortfalls.length === 0)
    return (
      <p>
        The present balances cover {which}.{rest}
      </p>
    );
  const missing = shortfalls.reduce((sum, each) => sum + each.missing, 0);
  return (
    <p>
      <StatusMark status="warn" word="not covered" /> The present balances lack {salutes(missing)} salutes for{" "}
      {countedEntries(shortfalls.length)}
      {isPart && ` of ${which}`}: with {choice},{" "}
      {choice === "refuse" ? "nothing" : `${salutes(moved)} of ${salutes(total)} salutes`} would be reversed.
      {rest}
    </p>
  );
}

function Progress({ reversal, at }: { reversal: ReversalView; at: string }): JSX.Element {
  const { count, waiting, reversed, partial, left, state } = reversal;
  const done = count - waiting;
  return (
    <>
      <p>
        <ReversalState reversal={reversal} />{" "}
        <progress max={count} value={done} aria-label="Entries dealt with">
          {done}
        </progress>{" "}
        {done.toLocaleString("en")} of {countedEntries(count)}{" "}
        {state === "running" && <a href={at}>Show the present state</a>}
      </p>
      <Tiles
        tiles={[
          { label: "Waiting", value: waiting.toLocaleString("en") },
          { label: "Reversed", value: reversed.toLocaleString("en") },
          { label: "Partial", value: partial.toLocaleString("en") },
          { label: "Left", value: left.toLocaleString("en") },
        ]}
      />
    </>
  );
}

function Facts({ reversal, now }: { reversal: ReversalView; now: number }): JSX.Element {
  const { filter, moved, missing } = reversal;
  const time = (at: string | null) => (at === null ? "not yet" : <Time at={Date.parse(at)} now={now} />);
  return (
    <KeyValue
      rows={[
        ["Reason", reversal.reason],
        ["Salutes", reversal.total.toLocaleString("en")],
        ...(moved === null || missing === null
          ? []
          : ([
              ["Moved", moved.toLocaleString("en")],
              ["Missing", missing.toLocaleString("en")],
            ] as const)),
        ["Users", reversal.users.toLocaleString("en")],
        ["If a balance is too small", reversal.on_shortfall],
        [
          "Selected by",
          filter === null
            ? "ids"
            : Object.entries(filter)
                .map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`)
                .join(", "),
        ],
        ["Requested by", reversal.requested_by],
        ["Requested", time(reversal.created_at)],
        [
          reversal.state === "cancelled" ? "Cancelled by" : "Approved by",
          reversal.decided_by ??
            (reversal.state === "waiting_approval" ? "nobody yet" : "no approval needed"),
        ],
        ["Ended", time(reversal.ended_at)],
      ]}
    />
  );
}

const ITEM_COLUMNS: DataColumn<ItemView>[] = [
  { id: "entry", head: "Entry", value: ({ entry_id }) => entry_id },
  USER_COLUMN,
  {
    id: "delta",
    head: "Salutes",
    value: ({ delta }) => delta,
    cell: ({ delta }) => signed(delta),
    numeric: true,
  },
  {
    id: "state",
    head: "State",
    value: ({ state, why }) => (why === null ? state : `${state}: ${WHY[why]}`),
    cell: ({ state, why }) => (
      <>
        <StatusMark status={ITEM_MARKS[state]} word={state} />
        {why !== null && <small> {WHY[why]}</small>}
      </>
    ),
  },
  {
    id: "missing",
    head: "Missing",
    value: ({ missing }) => missing,
    cell: ({ missing }) => (missing === 0 ? "none" : missing.toLocaleString("en")),
    numeric: true,
  },
  {
    id: "moved",
    head: "Moved",
    value: ({ moved }) => moved,
    cell: ({ moved }) => (moved === null ? "nothing" : signed(moved)),
    numeric: true,
  },
  { id: "by", head: "Reversed by", value: ({ reversal_entry_id }) => reversal_entry_id },
];

function signed(amount: number): string {
  return amount.toLocaleString("en", { signDisplay: "always" });
}

/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  type DataColumn,
  DataTable,
  EmptyState,
  KeyValue,
  ListAddress,
  type ListQuery,
  numberColumn,
  REASON_COLUMN,
  StatusMark,
  Tiles,
  Time,
  timeColumn,
} from "../../../pages/index.ts";
import { formatCount, WORDS } from "./kinds.ts";
import type { BulkAction } from "./model.ts";
import type { ItemRow } from "./store.ts";

export const PATH = "/admin/bulk";

interface ListProps {
  actions: readonly BulkAction[];
  next: number | null;
  query: ListQuery;
  now: number;
}

export function BulkList({ actions, next, query, now }: ListProps): JSX.Element {
  const columns: DataColumn<BulkAction>[] = [
    { id: "id", head: "Action", value: ({ id }) => id, cell: ({ id }) => <a href={`${PATH}/${id}`}>{id}</a> },
    {
      id: "what",
      head: "What",
      isMain: true,
      value: ({ kind, total }) => `${WORDS[kind].verb} ${formatCount(kind, total)}`,
    },
    { id: "state", head: "State", value: ({ state }) => state, cell: (each) => <State {...each} /> },
    numberColumn({ id: "changed", head: "Changed", value: ({ changed }) => changed }),
    numberColumn({ id: "left", head: "Left", value: ({ left }) => left }),
    REASON_COLUMN,
    { id: "by", head: "Requested by", value: ({ requested_by }) => requested_by },
    timeColumn({ id: "at", head: "Requested", at: ({ created_at }) => created_at, now }),
  ];
  return (
    <DataTable
      caption="Bulk actions, newest first"
      list={new ListAddress(PATH, query)}
      columns={columns}
      rows={actions}
      keyOf={({ id }) => id}
      next={next === null ? null : ["before", next]}
    >
      <EmptyState title="Bulk actions will be here.">
        Select rows of a list, such as the <a href="/admin/deliveries?state=dead_letter">dead letters</a>, to
        act on all of them.
      </EmptyState>
    </DataTable>
  );
}

interface DetailProps {
  action: BulkAction;
  items: readonly ItemRow[];
  next: number | null;
  query: ListQuery;
  now: number;
}

const ITEM_MARKS = { waiting: "maintenance", changed: "ok", left: "warn" } as const;

const ITEM_COLUMNS: DataColumn<ItemRow>[] = [
  { id: "position", head: "Place", value: ({ position }) => position },
  { id: "item", head: "Thing", value: ({ item }) => item, cell: ({ item }) => <code>{item}</code> },
  {
    id: "state",
    head: "State",
    isMain: true,
    value: ({ state }) => state,
    cell: ({ state }) => <StatusMark status={ITEM_MARKS[state]} word={state} />,
  },
  { id: "why", head: "Why it was left", value: ({ why }) => why },
];

/** An action: its progress, and what became of each thing. */
export function BulkDetails({ action, items, next, query, now }: DetailProps): JSX.Element {
  const { id, kind, total, waiting, changed, left, state } = action;
  const at = `${PATH}/${id}`;
  const list = new ListAddress(at, query);
  const done = total - waiting;
  return (
    <>
      <p>
        <State {...action} />{" "}
        <progress max={total} value={done} aria-label="Dealt with">
          {done}
        </progress>{" "}
        {done.toLocaleString("en")} of {formatCount(kind, total)}{" "}
        {state === "running" && <a href={at}>Show the present state</a>}
      </p>
      <Tiles
        tiles={[
          { label: "Waiting", value: waiting.toLocaleString("en") },
          { label: "Changed", value: changed.toLocaleString("en") },
          { label: "Left as they are", value: left.toLocaleString("en") },
        ]}
      />
      <KeyValue
        rows={[
          ["Reason", action.reason],
          ["Requested by", action.requested_by],
          ["Requested", <Time key="at" at={Date.parse(action.created_at)} now={now} />],
          [
            "Ended",
            action.ended_at === null ? (
              "not yet"
            ) : (
              <Time key="end" at={Date.parse(action.ended_at)} now={now} />
            ),
          ],
        ]}
      />
      <p class="actions">
        <a href={at}>All</a>
        <a href={list.with({ state: "left", before: undefined })}>Left</a>
        <a href={list.with({ state: "waiting", before: undefined })}>Waiting</a>
        <a href={WORDS[kind].back}>Back to the list</a>
      </p>
      <DataTable
        caption="Things of the action, in their order"
        list={list}
        columns={ITEM_COLUMNS}
        rows={items}
        keyOf={({ position }) => position}
        next={next === null ? null : ["offset", next]}
      >
        <p>No things are in this state.</p>
      </DataTable>
    </>
  );
}

function State({ state, left }: Pick<BulkAction, "state" | "left">): JSX.Element {
  if (state === "running") return <StatusMark status="maintenance" word="running" />;
  return <StatusMark status={left > 0 ? "warn" : "ok"} word="done" />;
}

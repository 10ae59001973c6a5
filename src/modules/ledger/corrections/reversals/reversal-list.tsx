/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  numberColumn,
  REASON_COLUMN,
  type Status,
  StatusMark,
  timeColumn,
} from "../../../../pages/index.ts";
import { LEDGER_PATH } from "../../desk-entries/index.ts";
import type { Reversal } from "./model.ts";

export const PATH = `${LEDGER_PATH}/reversals`;

export type ReversalView = Static<typeof Reversal>;

const MARKS: Record<ReversalView["state"], Status> = {
  waiting_approval: "warn",
  running: "maintenance",
  done: "ok",
  cancelled: "unknown",
};

interface ListProps {
  reversals: readonly ReversalView[];
  /** The id before which the next page starts; null on the last one. */
  next: number | null;
  query: Readonly<Record<string, string | number | undefined>>;
  now: number;
}

export function ReversalList({ reversals, next, query, now }: ListProps): JSX.Element {
  const columns: DataColumn<ReversalView>[] = [
    {
      id: "id",
      head: "Reversal",
      value: ({ reversal_id }) => reversal_id,
      cell: ({ reversal_id: id }) => <a href={`${PATH}/${id}`}>{id}</a>,
    },
    {
      id: "state",
      head: "State",
      isMain: true,
      value: ({ state }) => state,
      cell: (reversal) => <ReversalState reversal={reversal} />,
    },
    numberColumn({ id: "entries", head: "Entries", value: ({ count }) => count }),
    numberColumn({ id: "total", head: "Salutes", value: ({ total }) => total }),
    numberColumn({ id: "moved", head: "Moved", value: ({ moved }) => moved }),
    numberColumn({ id: "missing", head: "Missing", value: ({ missing }) => missing }),
    numberColumn({ id: "left", head: "Partial or left", value: ({ partial, left }) => partial + left }),
    REASON_COLUMN,
    { id: "by", head: "Requested by", value: ({ requested_by }) => requested_by },
    timeColumn({ id: "at", head: "Requested", at: ({ created_at }) => created_at, now }),
  ];
  return (
    <DataTable
      caption="Reversals, newest first"
      list={new ListAddress(PATH, query)}
      columns={columns}
      rows={reversals}
      keyOf={({ reversal_id }) => reversal_id}
      next={next === null ? null : ["before", next]}
    >
      <EmptyState title="Reversals will be here.">
        Select entries in the <a href={LEDGER_PATH}>ledger</a> to reverse them.
      </EmptyState>
    </DataTable>
  );
}

/** The state; a reversal that did not move everything is marked. */
export function ReversalState({
  reversal: { state, missing },
}: {
  reversal: Pick<ReversalView, "state" | "missing">;
}): JSX.Element {
  if (missing !== null && missing > 0) return <StatusMark status="warn" word="done in part" />;
  return <StatusMark status={MARKS[state]} word={state.replaceAll("_", " ")} />;
}

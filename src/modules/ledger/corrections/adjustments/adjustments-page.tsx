/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  type ListQuery,
  PARTNER_COLUMN,
  REASON_COLUMN,
  type Reader,
  type Status,
  StatusMark,
  timeColumn,
  USER_COLUMN,
} from "../../../../pages/index.ts";
import { Decision } from "../decision.tsx";
import type { Adjustment } from "./model.ts";

export const PATH = "/admin/ledger/adjustments";
/** The page with the form of a new adjustment. */
export const CREATE_PATH = `${PATH}/new`;

type AdjustmentView = Static<typeof Adjustment>;

const MARKS: Record<AdjustmentView["state"], Status> = {
  waiting_approval: "warn",
  done: "ok",
  cancelled: "unknown",
};

interface AdjustmentsProps {
  reader: Reader;
  adjustments: readonly AdjustmentView[];
  /** The id before which the next page starts; null on the last one. */
  next: number | null;
  query: ListQuery;
  now: number;
}

/** Operators' credits and debits; a new one is made on a page of its own. */
export function AdjustmentList({ reader, adjustments, next, query, now }: AdjustmentsProps): JSX.Element {
  return (
    <>
      {reader.role !== "viewer" && reader.csrfToken !== null && (
        <p>
          <a class="button button-main" href={CREATE_PATH}>
            Credit or debit a user
          </a>
        </p>
      )}
      <DataTable
        caption="Adjustments, newest first"
        list={new ListAddress(PATH, query)}
        columns={columnsOf(reader, now)}
        rows={adjustments}
        keyOf={({ adjustment_id }) => adjustment_id}
        next={next === null ? null : ["before", next]}
      >
        <EmptyState title="Adjustments will be here.">
          One is made for each credit or debit by an operator, such as goodwill for a long wait.
        </EmptyState>
      </DataTable>
    </>
  );
}

function columnsOf(reader: Reader, now: number): DataColumn<AdjustmentView>[] {
  return [
    { id: "id", head: "Adjustment", value: ({ adjustment_id }) => adjustment_id },
    {
      id: "state",
      head: "State",
      value: ({ state }) => state,
      cell: (row) => (
        <>
          <StatusMark status={MARKS[row.state]} word={row.state.replaceAll("_", " ")} />
          {row.state === "waiting_approval" && (
            <Decision
              reader={reader}
              at={`${PATH}/${row.adjustment_id}`}
              requestedBy={row.requested_by}
              effect={`Approve ${signed(row)} salutes`}
              cancel="Cancel"
            />
          )}
        </>
      ),
    },
    PARTNER_COLUMN,
    USER_COLUMN,
    {
      id: "salutes",
      head: "Salutes",
      value: ({ direction, amount }) => (direction === "credit" ? amount : -amount),
      cell: signed,
      numeric: true,
    },
    REASON_COLUMN,
    { id: "entry", head: "Entry", value: ({ ledger_entry_id }) => ledger_entry_id },
    { id: "by", head: "Requested by", value: ({ requested_by }) => requested_by },
    { id: "decided", head: "Decided by", value: ({ decided_by }) => decided_by },
    timeColumn({ id: "at", head: "Requested", at: ({ created_at }) => created_at, now }),
  ];
}

function signed({ direction, amount }: AdjustmentView): string {
  return `${direction === "credit" ? "+" : "\u2212"}${amount.toLocaleString("en")}`;
}

/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { fromHundredths } from "../../../kit/money.ts";
import {
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  FilterForm,
  ListAddress,
  numberColumn,
  PARTNER_COLUMN,
  type Reader,
  Tiles,
  timeColumn,
  USER_COLUMN,
  useRefusedForm,
} from "../../../pages/index.ts";
import type { EntryPageQuery, Sums } from "./model.ts";
import { showFilter } from "./read.ts";
import type { DeskEntryRow } from "./store.ts";

export const PATH = "/admin/ledger";
export const CSV_PATH = "/admin/ops/ledger/entries.csv";
/** Preview of a reversal, and the form that leads there with selected entries. */
export const REVERSE_PATH = `${PATH}/reversals/new`;
export const SELECT_PATH = `${PATH}/reversals/select`;
export const JSON_PATH = "/admin/ops/ledger/entries.json";

interface LedgerProps {
  reader: Reader;
  rows: readonly DeskEntryRow[];
  /** Ids of the rows of which a reversal moved only a part. */
  partlyReversed: ReadonlySet<number>;
  /** The id before which the next page starts; null on the last one. */
  next: number | null;
  sums: Static<typeof Sums>;
  /** Whether the sums are those of the whole filter. */
  isWhole: boolean;
  query: Static<typeof EntryPageQuery>;
  now: number;
}

/** The ledger of all partners, with its filters and sums. */
export function Ledger(props: LedgerProps): JSX.Element {
  const { reader, rows, next, sums, isWhole, query } = props;
  const { before, columns, sort, format: _, ...filter } = query;
  const list = new ListAddress(PATH, { ...showFilter(filter), before, columns, sort });
  const canReverse = reader.role !== "viewer";
  // Without its refused parts, a filter selects more than was meant.
  const isRefused = useRefusedForm({ to: PATH, method: "get" }) !== null;
  const whole = { before: undefined, columns: undefined, sort: undefined };
  const json = new ListAddress(JSON_PATH, list.query).with(whole);
  return (
    <>
      <FilterForm
        list={list}
        filters={[
          { name: "partner", label: "Partner" },
          { name: "user", label: "User" },
          { name: "reason", label: "Reason" },
          { name: "source", label: "Source" },
          { name: "key_id", label: "Key" },
          { name: "idempotency_key", label: "Idempotency-Key" },
          { name: "min_amount", label: "Smallest amount" },
          { name: "max_amount", label: "Largest amount" },
          { name: "from", label: "From", kind: "time" },
          { name: "to", label: "To", kind: "time" },
          { name: "origin", label: "Origin", options: ["partner", "batch", "system"] },
        ]}
      />
      <Tiles
        tiles={[
          { label: "Entries", value: sums.count.toLocaleString("en") },
          { label: "Credited", value: sums.credited.toLocaleString("en") },
          { label: "Debited", value: sums.debited.toLocaleString("en") },
          { label: "Net", value: sums.net.toLocaleString("en") },
        ]}
      />
      <p>
        {isWhole
          ? "Sums of all entries of this filter"
          : "Sums of the newest 10,000 entries examined; exact sums"}{" "}
        <a href={json}>as JSON</a>.
      </p>
      {canReverse && !isRefused && Object.keys(filter).length > 0 && (
        <p>
          <a href={new ListAddress(REVERSE_PATH, showFilter(filter)).with({})}>
            Reverse all entries of this filter
          </a>
        </p>
      )}
      <DataTable
        caption="Ledger entries, newest first"
        list={list}
        columns={columnsOf(props)}
        rows={rows}
        keyOf={({ id }) => id}
        next={next === null ? null : ["before", next]}
        csv={new ListAddress(CSV_PATH, list.query).with(whole)}
        selection={
          canReverse && reader.csrfToken !== null
            ? {
                to: SELECT_PATH,
                csrfToken: reader.csrfToken,
                children: <button type="submit">Reverse selected entries</button>,
              }
            : null
        }
      >
        <EmptyState title="Ledger entries will be here.">
          {next !== null ? (
            <a href={list.with({ before: next })}>Search older entries</a>
          ) : Object.keys(filter).length > 0 ? (
            "No entries match these filters."
          ) : (
            "Each credit or debit is one: by a partner's key, a game or an operator."
          )}
        </EmptyState>
      </DataTable>
    </>
  );
}

function columnsOf({
  partlyReversed,
  now,
}: Pick<LedgerProps, "partlyReversed" | "now">): DataColumn<DeskEntryRow>[] {
  return [
    { id: "id", head: "Entry", value: ({ id }) => id },
    timeColumn({ id: "at", head: "Created", at: ({ created_at }) => created_at, now }),
    PARTNER_COLUMN,
    USER_COLUMN,
    {
      id: "delta",
      head: "Salutes",
      value: ({ delta }) => fromHundredths(delta),
      cell: ({ delta }) => fromHundredths(delta).toLocaleString("en", { signDisplay: "always" }),
      numeric: true,
    },
    numberColumn({
      id: "balance",
      head: "Balance after",
      value: ({ balance_after }) => fromHundredths(balance_after),
    }),
    {
      id: "reason",
      head: "Reason",
      value: ({ reason }) => reason,
      cell: ({ id, reason, reversed_by, reverses }) => (
        <>
          <Clipped text={reason} />
          {reversed_by !== null && (
            <small>
              {partlyReversed.has(id) ? " partly reversed by " : " reversed by "}
              {reversed_by}
            </small>
          )}
          {reverses !== null && <small> reverses {reverses}</small>}
        </>
      ),
    },
    {
      id: "source",
      head: "Source",
      value: ({ source }) => source,
      cell: ({ source }) => <Clipped text={source} />,
    },
    {
      id: "reference",
      head: "Reference",
      value: ({ idempotency_key }) => idempotency_key,
      cell: ({ idempotency_key }) => <Clipped text={idempotency_key} />,
    },
    { id: "key", head: "Key", value: ({ partner_key_id }) => partner_key_id ?? "salute", isExtra: true },
    { id: "origin", head: "Origin", value: ({ origin }) => origin, isExtra: true },
  ];
}

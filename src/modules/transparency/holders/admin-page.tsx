/** @jsxImportSource preact */

import type { JSX } from "preact";
import { formatFigure } from "../../../kit/figures.ts";
import {
  Action,
  Choice,
  type DataColumn,
  DataTable,
  EmptyState,
  Field,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  ShortValue,
  Table,
  Time,
} from "../../../pages/index.ts";
import { shownAmount } from "../proofs/index.ts";
import { type HolderLabel, type Holders, LABEL_KINDS } from "./model.ts";
import type { LabelRow } from "./store.ts";

export const PATH = "/admin/holders";

interface HoldersProps {
  reader: Reader;
  /** Null before the first holder scan. */
  found: Holders | null;
  labels: readonly LabelRow[];
  query: ListQuery;
  now: number;
}

/** The largest owners, the labels set by operators, and the form that sets them. */
export function HoldersContent({ reader, found, labels, query, now }: HoldersProps): JSX.Element {
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <p>
        Labels are public: they appear in the list of holders (<code>/api/public/holders.json</code>). Wallets
        named in the settings are labelled already.
      </p>
      {token !== null && (
        <Action to={`${PATH}/labels`} csrfToken={token} label="Save label" main>
          <Field name="address" label="Address" required />
          <Choice
            name="kind"
            label="Label"
            options={[["", "none (removes the label)"], ...LABEL_KINDS.map((kind) => [kind, kind] as const)]}
          />
          <Field name="text" label="Text" note="Public; the exchange's name, for example." />
        </Action>
      )}
      <h2 id="labels">Labels set by operators</h2>
      {labels.length === 0 ? (
        <EmptyState title="No labels yet.">Labels that you save appear here.</EmptyState>
      ) : (
        <Table
          caption="Labels"
          columns={[
            { head: "Address", cell: ({ address }) => <ShortValue value={address} label="the address" /> },
            { head: "Label", cell: ({ kind }) => kind },
            { head: "Text", cell: ({ text }) => text ?? "" },
            { head: "Set", cell: ({ set_at }) => <Time at={set_at} now={now} /> },
          ]}
          rows={labels}
          keyOf={({ address }) => address}
        />
      )}
      <h2 id="largest">Largest owners</h2>
      <DataTable
        caption={
          found === null
            ? "Largest owners"
            : `The ${formatFigure(found.count)} largest of ${formatFigure(found.owners)} owners`
        }
        list={new ListAddress(PATH, query)}
        columns={OWNER_COLUMNS}
        rows={found?.holders ?? []}
        keyOf={({ address }) => address}
      >
        <EmptyState title="No holder scan yet.">The list appears after the first complete scan.</EmptyState>
      </DataTable>
    </>
  );
}

const OWNER_COLUMNS: readonly DataColumn<Holders["holders"][number]>[] = [
  numberColumn({ id: "rank", head: "Rank", value: ({ rank }) => rank }),
  {
    id: "address",
    head: "Address",
    value: ({ address }) => address,
    cell: ({ address }) => <ShortValue value={address} label="the address" />,
  },
  { id: "label", head: "Label", value: ({ label }) => shownLabel(label) },
  {
    id: "tokens",
    head: "Tokens",
    numeric: true,
    isMain: true,
    value: ({ amount }) => amount,
    cell: ({ amount }) => shownAmount(amount),
  },
  {
    id: "share",
    head: "Share",
    numeric: true,
    value: ({ share_pct }) => share_pct,
    cell: ({ share_pct }) => `${share_pct} %`,
  },
];

function shownLabel(label: HolderLabel | null): string {
  if (label === null) return "";
  return label.text === null ? label.kind : `${label.kind}: ${label.text}`;
}

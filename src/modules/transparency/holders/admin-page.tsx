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
  formToken,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  Sections,
  ShortValue,
  timeColumn,
} from "../../../pages/index.ts";
import { shownAmount } from "../proofs/index.ts";
import { type HolderLabel, type Holders, LABEL_KINDS } from "./model.ts";
import type { LabelRow } from "./store.ts";

export const PATH = "/admin/holders";
const LABELS = `${PATH}?list=labels`;

interface HoldersProps {
  reader: Reader;
  /** Null before the first holder scan. */
  found: Holders | null;
  labels: readonly LabelRow[];
  query: ListQuery;
  now: number;
}

/** The largest owners or the labels set by operators, and the form that sets them. */
export function HoldersContent({ reader, found, labels, query, now }: HoldersProps): JSX.Element {
  const list = new ListAddress(PATH, query);
  const token = formToken(reader);
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
      <Sections
        label="Lists"
        links={[
          [PATH, "Largest owners"],
          [LABELS, "Labels set by operators"],
        ]}
        current={list.text("list") === "labels" ? LABELS : PATH}
      />
      {list.text("list") === "labels" ? (
        <DataTable
          caption="Labels set by operators"
          list={list}
          columns={labelColumns(now)}
          rows={labels}
          keyOf={({ address }) => address}
        >
          <EmptyState title="No labels yet.">Labels that you save appear here.</EmptyState>
        </DataTable>
      ) : (
        <DataTable
          caption={
            found === null
              ? "Largest owners"
              : `The ${formatFigure(found.count)} largest of ${formatFigure(found.owners)} owners`
          }
          list={list}
          columns={OWNER_COLUMNS}
          rows={found?.holders ?? []}
          keyOf={({ address }) => address}
        >
          <EmptyState title="No holder scan yet.">The list appears after the first complete scan.</EmptyState>
        </DataTable>
      )}
    </>
  );
}

function labelColumns(now: number): DataColumn<LabelRow>[] {
  return [
    ADDRESS_COLUMN,
    { id: "label", head: "Label", isMain: true, value: ({ kind }) => kind },
    { id: "text", head: "Text", value: ({ text }) => text },
    timeColumn({ id: "at", head: "Set", at: ({ set_at }) => set_at, now }),
  ];
}

const ADDRESS_COLUMN: DataColumn<{ address: string }> = {
  id: "address",
  head: "Address",
  value: ({ address }) => address,
  cell: ({ address }) => <ShortValue value={address} label="the address" />,
};

const OWNER_COLUMNS: readonly DataColumn<Holders["holders"][number]>[] = [
  numberColumn({ id: "rank", head: "Rank", value: ({ rank }) => rank }),
  ADDRESS_COLUMN,
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

/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import {
  type DataColumn,
  DataTable,
  EmptyState,
  FilterForm,
  ListAddress,
  type ListQuery,
  numberColumn,
  PARTNER_COLUMN,
  ShortValue,
  timeColumn,
  USER_COLUMN,
} from "../../../pages/index.ts";
import { CLAIM_STATES, type listClaims } from "../../ledger/claims/index.ts";
import { CONVERSION_STATES, type listConversions } from "../../ledger/conversions/index.ts";
import { State } from "./details-page.tsx";

type ConversionRow = ReturnType<typeof listConversions>[number];
type ClaimRow = ReturnType<typeof listClaims>[number];

interface ListProps<Row> {
  rows: readonly Row[];
  query: ListQuery;
  now: number;
  pageRows: number;
}

const CONVERSIONS = "/admin/conversions";
const CLAIMS = "/admin/claims";

type PaidRow = Pick<ClaimRow, "wallet_address" | "settlement_signature" | "created_at" | "resolved_at">;

/** The columns of everything that is paid: where to, by which transaction, and when. */
function paymentColumns(now: number): DataColumn<PaidRow>[] {
  return [
    {
      id: "to",
      head: "To",
      value: ({ wallet_address }) => wallet_address,
      cell: ({ wallet_address }) => shortOf(wallet_address, "the address"),
    },
    {
      id: "payment",
      head: "Paid by",
      isExtra: true,
      value: ({ settlement_signature }) => settlement_signature,
      cell: ({ settlement_signature }) => shortOf(settlement_signature, "the signature"),
    },
    timeColumn({ id: "created", head: "Created", at: ({ created_at }) => created_at, now }),
    timeColumn({
      id: "resolved",
      head: "Resolved",
      at: ({ resolved_at }) => resolved_at,
      none: "not yet",
      now,
    }),
  ];
}

export function ConversionTable({ rows, query, now, pageRows }: ListProps<ConversionRow>): JSX.Element {
  const list = new ListAddress(CONVERSIONS, query);
  const columns: DataColumn<ConversionRow>[] = [
    {
      id: "id",
      head: "Conversion",
      value: ({ conversion_id }) => conversion_id,
      cell: ({ conversion_id: id }) => <a href={`${CONVERSIONS}/${id}`}>{id}</a>,
    },
    PARTNER_COLUMN,
    USER_COLUMN,
    {
      id: "state",
      head: "State",
      isMain: true,
      value: ({ state }) => state,
      cell: ({ state }) => <State state={state} />,
    },
    numberColumn({ id: "salutes", head: "Salutes", value: ({ amount }) => amount }),
    { id: "tokens", head: "Tokens", value: ({ token_amount }) => token_amount, numeric: true },
    ...paymentColumns(now),
  ];
  const last = rows.at(-1);
  return (
    <>
      <States list={list} states={CONVERSION_STATES} />
      <DataTable
        caption="Conversions, newest first"
        list={list}
        columns={columns}
        rows={rows}
        keyOf={({ conversion_id }) => conversion_id}
        next={rows.length < pageRows || last === undefined ? null : ["before", last.conversion_id]}
      >
        <EmptyState title="Conversions will be here.">
          Partners create them once the <a href="/admin/settlements#policy">conversion policy</a> is on.
        </EmptyState>
      </DataTable>
    </>
  );
}

export function ClaimTable({ rows, query, now, pageRows }: ListProps<ClaimRow>): JSX.Element {
  const list = new ListAddress(CLAIMS, query);
  const columns: DataColumn<ClaimRow>[] = [
    {
      id: "id",
      head: "Claim",
      value: ({ claim_id }) => claim_id,
      cell: ({ claim_id: id }) => <a href={`${CLAIMS}/${id}`}>{id}</a>,
    },
    PARTNER_COLUMN,
    {
      id: "campaign",
      head: "Campaign",
      value: ({ campaign }) => campaign,
      cell: ({ campaign }) => <span class="roomy">{campaign}</span>,
    },
    {
      id: "state",
      head: "State",
      isMain: true,
      value: ({ status }) => status,
      cell: ({ status }) => <State state={status} />,
    },
    { id: "amount", head: "Amount", value: ({ amount, currency }) => `${amount} ${currency}`, numeric: true },
    ...paymentColumns(now),
  ];
  const last = rows.at(-1);
  return (
    <>
      <States list={list} states={CLAIM_STATES} />
      <DataTable
        caption="Claims, newest first"
        list={list}
        columns={columns}
        rows={rows}
        keyOf={({ claim_id }) => claim_id}
        next={rows.length < pageRows || last === undefined ? null : ["before", last.claim_id]}
      >
        <EmptyState title="Claims will be here.">Partners issue them with the API.</EmptyState>
      </DataTable>
    </>
  );
}

function shortOf(value: string | null, label: string): ComponentChildren {
  return value !== null && <ShortValue value={value} label={label} />;
}

function States({ list, states }: { list: ListAddress; states: readonly string[] }): JSX.Element {
  const options = states.map((state) => [state, state.replaceAll("_", " ")] as const);
  return <FilterForm list={list} filters={[{ name: "state", label: "State", options }]} />;
}

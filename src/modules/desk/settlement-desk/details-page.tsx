/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import {
  EmptyState,
  KeyValue,
  PartnerLink,
  type Reader,
  type Status,
  StatusMark,
  Table,
  Time,
  UserLink,
} from "../../../pages/index.ts";
import { CLAIM_STATES, type ClaimState, type listClaims } from "../../ledger/claims/index.ts";
import {
  CONVERSION_STATES,
  type ConversionState,
  type listConversions,
} from "../../ledger/conversions/index.ts";
import { AuditTable, type listAudit } from "../../platform/audit/index.ts";
import { CancelLink, SettleForms } from "./settle-forms.tsx";

type ConversionRow = ReturnType<typeof listConversions>[number];
type ClaimRow = ReturnType<typeof listClaims>[number];

interface ListProps<Row> {
  rows: readonly Row[];
  query: { state?: string; before?: number };
  now: number;
  pageRows: number;
}

interface DetailsProps<Row> {
  reader: Reader;
  row: Row;
  history: ReturnType<typeof listAudit>;
  now: number;
  isDemo: boolean;
}

const MARKS: Record<ConversionState | ClaimState, Status> = {
  pending_settlement: "maintenance",
  settled: "ok",
  failed: "unknown",
  issued: "maintenance",
  claimed: "maintenance",
  redeemed: "ok",
  expired: "unknown",
  cancelled: "unknown",
};

export function ConversionTable({ rows, query, now, pageRows }: ListProps<ConversionRow>): JSX.Element {
  const path = "/admin/conversions";
  return (
    <>
      <States path={path} states={CONVERSION_STATES} chosen={query.state} />
      {rows.length === 0 ? (
        <EmptyState title="Conversions will be here.">
          Partners create them once the <a href="/admin/settlements#policy">conversion policy</a> is on.
        </EmptyState>
      ) : (
        <Table
          caption="Conversions, newest first"
          columns={[
            { head: "Conversion", cell: ({ conversion_id: id }) => <a href={`${path}/${id}`}>{id}</a> },
            { head: "Partner", cell: ({ partner }) => <PartnerLink name={partner} /> },
            { head: "State", cell: ({ state }) => <State state={state} /> },
            { head: "Salutes", cell: ({ amount }) => amount.toLocaleString("en"), numeric: true },
            { head: "Tokens", cell: ({ token_amount }) => token_amount, numeric: true },
            { head: "Created", cell: ({ created_at }) => timeOf(created_at, now) },
            { head: "Resolved", cell: ({ resolved_at }) => timeOf(resolved_at, now) },
          ]}
          rows={rows}
          keyOf={({ conversion_id }) => conversion_id}
        />
      )}
      <Earlier {...{ path, query, pageRows, count: rows.length, last: rows.at(-1)?.conversion_id }} />
    </>
  );
}

export function ClaimTable({ rows, query, now, pageRows }: ListProps<ClaimRow>): JSX.Element {
  const path = "/admin/claims";
  return (
    <>
      <States path={path} states={CLAIM_STATES} chosen={query.state} />
      {rows.length === 0 ? (
        <EmptyState title="Claims will be here.">Partners issue them with the API.</EmptyState>
      ) : (
        <Table
          caption="Claims, newest first"
          columns={[
            { head: "Claim", cell: ({ claim_id: id }) => <a href={`${path}/${id}`}>{id}</a> },
            { head: "Partner", cell: ({ partner }) => <PartnerLink name={partner} /> },
            { head: "Campaign", cell: ({ campaign }) => campaign },
            { head: "State", cell: ({ status }) => <State state={status} /> },
            { head: "Amount", cell: ({ amount, currency }) => `${amount} ${currency}`, numeric: true },
            { head: "Created", cell: ({ created_at }) => timeOf(created_at, now) },
            { head: "Resolved", cell: ({ resolved_at }) => timeOf(resolved_at, now) },
          ]}
          rows={rows}
          keyOf={({ claim_id }) => claim_id}
        />
      )}
      <Earlier {...{ path, query, pageRows, count: rows.length, last: rows.at(-1)?.claim_id }} />
    </>
  );
}

export function ConversionDetails(props: DetailsProps<ConversionRow>): JSX.Element {
  const { row, now, isDemo, reader } = props;
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <KeyValue
        rows={[
          ["Conversion", row.conversion_id],
          ["State", <State key="state" state={row.state} />],
          ["Partner", <PartnerLink key="partner" name={row.partner} />],
          ["User", <UserLink key="user" id={row.user_id} />],
          ["Salutes deducted", row.amount.toLocaleString("en")],
          ["Tokens to pay", row.token_amount],
          ["Fee", `${row.fee} tokens`],
          ["To", <code key="to">{row.wallet_address}</code>],
          ["Mint", <code key="mint">{row.mint}</code>],
          ...paymentOf(props, row.settlement_signature),
          ["Failure reason", row.failure_reason ?? "none"],
          ["Created", timeOf(row.created_at, now)],
          ["Resolved", timeOf(row.resolved_at, now)],
        ]}
      />
      {row.state === "pending_settlement" && (
        <SettleForms {...{ token, isDemo, at: `/admin/conversions/${row.conversion_id}` }} rejection="fail" />
      )}
      <History {...props} />
    </>
  );
}

export function ClaimDetails(props: DetailsProps<ClaimRow>): JSX.Element {
  const { row, now, isDemo, reader } = props;
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  const at = `/admin/claims/${row.claim_id}`;
  return (
    <>
      <KeyValue
        rows={[
          ["Claim", row.claim_id],
          ["State", <State key="state" state={row.status} />],
          ["Partner", <PartnerLink key="partner" name={row.partner} />],
          ["Campaign", row.campaign],
          ["To pay", `${row.amount} ${row.currency}`],
          ["User", row.user_id === null ? "none" : <UserLink key="user" id={row.user_id} />],
          ["Reference", row.reference ?? "none"],
          ["To", row.wallet_address === null ? "none yet" : <code key="to">{row.wallet_address}</code>],
          ...paymentOf(props, row.settlement_signature),
          ["Mail", (row.email_status ?? "none").replaceAll("_", " ")],
          ["Cancel reason", row.cancel_reason ?? "none"],
          ["Created", timeOf(row.created_at, now)],
          ["Expires", timeOf(row.expires_at, now)],
          ["Claimed", timeOf(row.claimed_at, now)],
          ["Resolved", timeOf(row.resolved_at, now)],
        ]}
      />
      {row.status === "claimed" && <SettleForms {...{ token, isDemo, at }} rejection="cancel" />}
      {row.status === "issued" && <CancelLink {...{ token, at }} rejection="cancel" />}
      <History {...props} />
    </>
  );
}

/** The payment transaction, linked to an explorer on a public chain, and the operator who settled. */
function paymentOf(
  { history, isDemo }: Pick<DetailsProps<unknown>, "history" | "isDemo">,
  signature: string | null,
): [string, ComponentChildren][] {
  if (signature === null) return [["Paid by", "not paid"]];
  const settled = history.find(({ action }) => action.endsWith(".settle"));
  const shown = <code>{signature}</code>;
  return [
    ["Paid by", isDemo ? shown : <a href={`https://explorer.solana.com/tx/${signature}`}>{shown}</a>],
    ["Settled by", settled?.actor ?? "not recorded"],
  ];
}

function History({ history, now }: Pick<DetailsProps<unknown>, "history" | "now">): JSX.Element {
  return (
    <>
      <h2 id="history">History</h2>
      {history.length === 0 ? (
        <EmptyState title="Operator actions will be here.">None yet.</EmptyState>
      ) : (
        <AuditTable entries={history} now={now} />
      )}
    </>
  );
}

function State({ state }: { state: ConversionState | ClaimState }): JSX.Element {
  return <StatusMark status={MARKS[state]} word={state.replaceAll("_", " ")} />;
}

function timeOf(at: string | null, now: number): ComponentChildren {
  return at === null ? "not yet" : <Time at={Date.parse(at)} now={now} />;
}

interface StatesProps {
  path: string;
  states: readonly string[];
  chosen: string | undefined;
}

function States({ path, states, chosen }: StatesProps): JSX.Element {
  return (
    <p>
      <a href={path} aria-current={chosen === undefined ? "true" : undefined}>
        all
      </a>
      {states.map((state) => (
        <>
          {" · "}
          <a href={`${path}?state=${state}`} aria-current={chosen === state ? "true" : undefined}>
            {state.replaceAll("_", " ")}
          </a>
        </>
      ))}
    </p>
  );
}

interface EarlierProps {
  path: string;
  query: ListProps<unknown>["query"];
  pageRows: number;
  count: number;
  last: number | undefined;
}

function Earlier({ path, query, pageRows, count, last }: EarlierProps): JSX.Element | null {
  if (count < pageRows || last === undefined) return null;
  const state = query.state === undefined ? "" : `state=${query.state}&`;
  return (
    <p>
      <a href={`${path}?${state}before=${last}`}>Earlier</a>
    </p>
  );
}

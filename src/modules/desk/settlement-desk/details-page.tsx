/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import {
  EmptyState,
  ExplorerLink,
  formToken,
  KeyValue,
  PartnerLink,
  type Reader,
  type Status,
  StatusMark,
  Time,
  UserLink,
} from "../../../pages/index.ts";
import type { ClaimState, listClaims } from "../../ledger/claims/index.ts";
import type { ConversionState, listConversions } from "../../ledger/conversions/index.ts";
import { AuditTable, type listAudit } from "../../platform/audit/index.ts";
import { CancelLink, SettleForms } from "./settle-forms.tsx";

type ConversionRow = ReturnType<typeof listConversions>[number];
type ClaimRow = ReturnType<typeof listClaims>[number];

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

export function ConversionDetails(props: DetailsProps<ConversionRow>): JSX.Element {
  const { row, now, isDemo, reader } = props;
  const token = formToken(reader);
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
          ["Created", showTime(row.created_at, now)],
          ["Resolved", showTime(row.resolved_at, now)],
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
  const token = formToken(reader);
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
          ["Created", showTime(row.created_at, now)],
          ["Expires", showTime(row.expires_at, now)],
          ["Claimed", showTime(row.claimed_at, now)],
          ["Resolved", showTime(row.resolved_at, now)],
        ]}
      />
      {row.status === "claimed" && <SettleForms {...{ token, isDemo, at }} rejection="cancel" />}
      {row.status === "issued" && <CancelLink {...{ token, at }} rejection="cancel" />}
      <History {...props} />
    </>
  );
}

/** The payment transaction, linked to the explorer, and the operator who settled. */
function paymentOf(
  { history }: Pick<DetailsProps<unknown>, "history">,
  signature: string | null,
): [string, ComponentChildren][] {
  if (signature === null) return [["Paid by", "not paid"]];
  const settled = history.find(({ action }) => action.endsWith(".settle"));
  return [
    [
      "Paid by",
      <ExplorerLink key="paid" kind="tx" id={signature}>
        <code>{signature}</code>
      </ExplorerLink>,
    ],
    ["Settled by", settled?.actor ?? "not recorded"],
  ];
}

function History({ history, now }: Pick<DetailsProps<unknown>, "history" | "now">): JSX.Element {
  return (
    <>
      <h2 id="history">History</h2>
      {history.length === 0 ? (
        <EmptyState title="Operator actions will be here.">
          Each settlement, return or cancellation is one.
        </EmptyState>
      ) : (
        <AuditTable entries={history} now={now} />
      )}
    </>
  );
}

export function State({ state }: { state: ConversionState | ClaimState }): JSX.Element {
  return <StatusMark status={MARKS[state]} word={state.replaceAll("_", " ")} />;
}

export function showTime(at: string | null, now: number): ComponentChildren {
  return at === null ? "not yet" : <Time at={Date.parse(at)} now={now} />;
}

/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { addMonths } from "../../../kit/formats/month.ts";
import { Choice, EmptyState, ListAddress, Tiles } from "../../../pages/index.ts";
import type { MonthlyReport } from "./model.ts";
import {
  DeliverySection,
  IncidentSection,
  LedgerSection,
  PartnersSection,
  Provisional,
  SettlementSection,
  UsageSection,
} from "./report-view.tsx";
import type { PartnerName } from "./store.ts";

export const PATH = "/admin/reports";
export const JSON_PATH = "/admin/ops/reports/monthly";
/** Months to choose from. */
const SHOWN_MONTHS = 24;

interface ReportProps {
  report: MonthlyReport;
  /** The chosen partner; null for all. */
  partnerId: number | null;
  names: readonly PartnerName[];
  currentMonth: string;
  /** Shown at the page's end. */
  children: ComponentChildren;
}

/** The month of all partners on one page, or that of one partner in detail; both can be printed. */
export function ReportPage({ report, partnerId, names, currentMonth, children }: ReportProps): JSX.Element {
  const { month, partners, totals } = report;
  const list = new ListAddress(PATH, { month, partner_id: partnerId ?? undefined });
  const [only] = partnerId === null ? [] : partners;
  return (
    <>
      <MonthForm {...{ month, partnerId, names, currentMonth }} />
      <h2>
        {only === undefined ? "All partners" : only.partner}, {month}
      </h2>
      <Provisional reasons={report.provisional} />
      {partners.length === 0 ? (
        <EmptyState title="Partners' months will be here.">No partner existed in {month}.</EmptyState>
      ) : (
        <>
          {only === undefined && <Summary totals={totals} />}
          {only === undefined && (
            <PartnersSection partners={partners} href={(id) => list.with({ partner_id: id })} />
          )}
          <LedgerSection ledger={(only ?? totals).ledger} />
          <SettlementSection rows={(only ?? totals).settlements} />
          {only !== undefined && <UsageSection rows={only.usage} />}
          <DeliverySection deliveries={(only ?? totals).deliveries} />
          <IncidentSection incidents={report.incidents} />
        </>
      )}
      {children}
      <p class="sources">
        <a href={new ListAddress(JSON_PATH, list.query).with({})}>As JSON</a>
        {only !== undefined && (
          <>
            ; <a href={list.with({ partner_id: undefined })}>all partners</a>
          </>
        )}
      </p>
    </>
  );
}

function Summary({ totals }: Pick<MonthlyReport, "totals">): JSX.Element {
  const { ledger, requests, errors, server_errors, deliveries } = totals;
  const share = (part: number, of: number) => (of === 0 ? "none" : `${((100 * part) / of).toFixed(2)} %`);
  return (
    <Tiles
      tiles={[
        { label: "Closing", value: ledger.closing.toLocaleString("en"), note: "salutes of all users" },
        { label: "Entries", value: ledger.entries.toLocaleString("en") },
        { label: "Requests", value: requests.toLocaleString("en") },
        { label: "Refused", value: share(errors - server_errors, requests), note: "of the requests" },
        { label: "Server errors", value: share(server_errors, requests), note: "of the requests" },
        {
          label: "Delivered",
          value: share(deliveries.delivered, deliveries.created),
          note: "of the deliveries",
        },
      ]}
    />
  );
}

function MonthForm({
  month,
  partnerId,
  names,
  currentMonth,
}: Omit<ReportProps, "report" | "children"> & { month: string }): JSX.Element {
  const months = Array.from({ length: SHOWN_MONTHS }, (_, index) => addMonths(currentMonth, -index));
  const shown = months.includes(month) ? months : [...months, month];
  return (
    <form method="get" action={PATH} class="form filters">
      <Choice name="month" label="Month" value={month} options={shown.map((each) => [each, each])} />
      <Choice
        name="partner_id"
        label="Partner"
        value={partnerId === null ? "" : String(partnerId)}
        options={[["", "all partners"], ...names.map(({ id, name }) => [String(id), name] as const)]}
      />
      <button type="submit">Show</button>
    </form>
  );
}

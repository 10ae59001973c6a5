/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { addMonths } from "../../../kit/formats/month.ts";
import { Choice, EmptyState, Form, ListAddress, Tiles } from "../../../pages/index.ts";
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

export const PATH = "/admin/ops/reports/monthly";
/** Months to choose from. */
const SHOWN_MONTHS = 24;

interface ReportProps {
  report: MonthlyReport;
  names: readonly PartnerName[];
  currentMonth: string;
  /** Shown at the page's end. */
  children: ComponentChildren;
}

/** The month of all partners on one page, or that of one partner in detail; both can be printed. */
export function ReportPage({ report, names, currentMonth, children }: ReportProps): JSX.Element {
  const { month, partner = null, partners, totals, movements = [] } = report;
  const list = new ListAddress(PATH, { month, partner: partner ?? undefined });
  const [only] = partner === null ? [] : partners;
  const ledger = only === undefined ? totals.ledger : { ...only.ledger, movements };
  return (
    <>
      <MonthForm {...{ month, partner, names, currentMonth }} />
      {month === currentMonth && (
        <p class="unprinted">
          <a href={list.with({ month: addMonths(month, -1) })}>The month before, {addMonths(month, -1)}</a>
        </p>
      )}
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
            <PartnersSection partners={partners} href={(name) => list.with({ partner: name })} />
          )}
          <LedgerSection ledger={ledger} />
          <SettlementSection rows={(only ?? totals).settlements} />
          {only !== undefined && <UsageSection rows={only.usage} />}
          <DeliverySection deliveries={(only ?? totals).deliveries} />
          <IncidentSection incidents={report.incidents} />
        </>
      )}
      {children}
      {only !== undefined && (
        <p class="sources">
          <a href={list.with({ partner: undefined })}>All partners</a>
        </p>
      )}
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
  partner,
  names,
  currentMonth,
}: Omit<ReportProps, "report" | "children"> & { month: string; partner: string | null }): JSX.Element {
  const months = Array.from({ length: SHOWN_MONTHS }, (_, index) => addMonths(currentMonth, -index));
  const shown = months.includes(month) ? months : [...months, month];
  return (
    <Form method="get" to={PATH} class="form filters">
      <Choice name="month" label="Month" value={month} options={shown.map((each) => [each, each])} />
      <Choice
        name="partner"
        label="Partner"
        value={partner ?? ""}
        options={[["", "all partners"], ...names.map(({ name }) => [name, name] as const)]}
      />
      <button type="submit">Show</button>
    </Form>
  );
}

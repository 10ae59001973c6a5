/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import type { Operation } from "../../../http/operation.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { toMonth } from "../../../kit/formats/month.ts";
import { Recent } from "../../../kit/recent.ts";
import type { Reader, Site } from "../../../pages/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";
import { type PartnerDeliveries, sumDeliveries } from "../../webhooks/delivery-days/index.ts";
import { MonthlyReport, ReportQuery } from "./model.ts";
import { findPartnerId, MOST_PARTNERS, readMonthlyReport } from "./read.ts";
import { PATH, ReportPage } from "./report-page.tsx";
import { listPartners } from "./store.ts";

interface ReportParts {
  site: Site;
  live: Database;
  /** The month's archives, at the page's end. */
  Archives: (props: {
    sql: Sql;
    reader: Reader;
    month: string;
    partnerId: number | null;
    partner: string | null;
    now: number;
  }) => JSX.Element;
}

/** The monthly reports as a page and as JSON. */
export function monthlyReportRoutes({ site, live, Archives }: ReportParts): Operation[] {
  const counted = new Recent<string, PartnerDeliveries[]>(HOUR_MS);
  const readKept = (month: string, partnerId: number | null, now: number) =>
    readMonthlyReport(live.read, { month, partnerId, now }, (countedAt) =>
      counted.get(month, { now, mark: String(countedAt) }, () => sumDeliveries(live.read, month)),
    );
  return [
    adminView(site, {
      id: "getMonthlyReport",
      path: PATH,
      group: "ops",
      title: "Monthly reports",
      summary: "Read a month of all partners, or of one",
      description:
        "Ledger from opening to closing, settlements, usage by key, deliveries and incidents. The closings of a finished month are verified against the entries and the balances; `provisional` says what may still change. With `partner` the report has that partner's figures as members of its own, with movements by reason, and lists public incidents alone.",
      query: ReportQuery,
      response: MonthlyReport,
      errors: ["not_found"],
      read: ({ query: { month, partner }, now }) =>
        readKept(month ?? toMonth(now), findPartnerId(live.read, partner), now),
      page: (report, { sql, reader, now }) => {
        const names = listPartners(sql, { partnerId: null, before: now, limit: MOST_PARTNERS });
        return (
          <ReportPage {...{ report, names }} currentMonth={toMonth(now)}>
            <Archives
              {...{ sql, reader, now }}
              month={report.month}
              partnerId={report.partner_id ?? null}
              partner={report.partner ?? null}
            />
          </ReportPage>
        );
      },
    }),
  ];
}

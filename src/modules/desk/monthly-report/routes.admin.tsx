/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { monthOf } from "../../../kit/formats/month.ts";
import type { Reader, Site } from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { MonthlyReport, ReportQuery } from "./model.ts";
import { MOST_PARTNERS, readMonthlyReport } from "./read.ts";
import { JSON_PATH, PATH, ReportPage } from "./report-page.tsx";
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
    now: number;
  }) => JSX.Element;
}

/** The monthly reports as a page and as JSON. */
export function monthlyReportRoutes({ site, live, Archives }: ReportParts): Operation[] {
  return [
    adminPage(site, {
      id: "monthlyReportPage",
      path: PATH,
      summary: "The month of all partners, or of one",
      title: "Reports",
      query: Type.Partial(ReportQuery),
      errors: ["not_found"],
      content: ({ sql, reader, query, now }) => {
        const currentMonth = monthOf(now);
        const { month = currentMonth, partner_id: partnerId = null } = query;
        const names = listPartners(sql, { partnerId: null, before: now, limit: MOST_PARTNERS });
        const report = readMonthlyReport(sql, { month, partnerId, now });
        return (
          <ReportPage {...{ report, partnerId, names, currentMonth }}>
            <Archives {...{ sql, reader, month, partnerId, now }} />
          </ReportPage>
        );
      },
    }),
    readOperation({
      id: "getMonthlyReport",
      method: "GET",
      path: JSON_PATH,
      group: "ops",
      summary: "Read a month of all partners, or of one",
      description:
        "Ledger from opening to closing, settlements, usage by key, deliveries and incidents. The closings of a finished month are verified against the entries and the balances; `provisional` says what may still change. With partner_id only public incidents are listed.",
      access: operator("viewer"),
      query: ReportQuery,
      response: MonthlyReport,
      errors: ["not_found"],
      read: ({ query, now }) =>
        readMonthlyReport(live.read, { month: query.month, partnerId: query.partner_id ?? null, now }),
    }),
  ];
}

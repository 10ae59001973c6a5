/** @jsxImportSource preact */

import { isoUtc } from "../../../kit/clock.ts";
import { htmlFile } from "../../../pages/index.ts";
import {
  DeliverySection,
  IncidentSection,
  LedgerSection,
  type MonthlyReport,
  Provisional,
  SettlementSection,
  UsageSection,
} from "../monthly-report/index.ts";

/** A page of its own about a partner's month, for printing. */
export function coverPage(report: MonthlyReport, now: number): string {
  const { month, partners, provisional, incidents, movements = [] } = report;
  const [partner] = partners;
  if (partner === undefined) return "";
  return htmlFile(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`${partner.partner}, ${month}`}</title>
      </head>
      <body>
        <h1>
          {partner.partner}, {month}
        </h1>
        <p>Made {isoUtc(now).slice(0, 16).replace("T", " ")} UTC by salute. Months and times are in UTC.</p>
        <Provisional reasons={provisional} />
        <LedgerSection ledger={{ ...partner.ledger, movements }} />
        <SettlementSection rows={partner.settlements} />
        <UsageSection rows={partner.usage} />
        <DeliverySection deliveries={partner.deliveries} />
        <IncidentSection incidents={incidents} />
      </body>
    </html>,
  );
}

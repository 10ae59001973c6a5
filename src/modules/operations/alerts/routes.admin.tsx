/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import type { CheckSet } from "../../status/system/index.ts";
import { type AlertDesk, alertView } from "./alert-desk.ts";
import { AlertsContent } from "./alerts-page.tsx";
import { testAlert } from "./compose.ts";
import { buildRunbook } from "./runbook.ts";
import { listAlerts } from "./store.ts";

const PATH = "/admin/alerts";
const SHOWN = 50;

export interface AlertsPagesParts {
  site: Site;
  live: Database;
  alerts: AlertDesk;
  checks: CheckSet;
}

/** Recent alerts, the runbook and a form that sends a test alert. */
export function alertsPages({ site, live, alerts, checks }: AlertsPagesParts): Operation[] {
  return [
    adminPage(site, {
      id: "alertsPage",
      path: PATH,
      summary: "Recent alerts, and the runbook for each alarm",
      title: "Alerts and runbook",
      query: Type.Object(ShownQuery),
      content: ({ sql, reader, query, now }) => (
        <AlertsContent
          {...{
            reader,
            query,
            now,
            alerts: listAlerts(sql, SHOWN).map((row) => alertView(sql, row)),
            byWebhook: alerts.parts.webhook !== null,
            recipients: alerts.parts.recipients,
            hasMail: alerts.parts.mail !== null,
            runbook: buildRunbook(checks),
          }}
        />
      ),
    }),
    adminForm(site, {
      id: "testAlert",
      path: `${PATH}/test`,
      summary: "Send a test alert",
      done: "Sending a test alert to every recipient.",
      role: "operator",
      errors: ["state_conflict"],
      submit: async ({ actor }) => {
        const id = await live.writer.run((tx) => alerts.raise(tx, testAlert(actor.name)));
        if (id === null)
          throw new Problem(
            "state_conflict",
            "Set ALERT_WEBHOOK_URL, or ALERT_EMAIL and SMTP_URL, first: alerts have no recipient.",
          );
        return seeOther(PATH);
      },
    }),
  ];
}

/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  type ListQuery,
  type Reader,
  StatusMark,
  timeColumn,
} from "../../../pages/index.ts";
import type { AlertView } from "./model.ts";
import type { RunbookEntry } from "./runbook.ts";

interface AlertsProps {
  reader: Reader;
  /** Newest first. */
  alerts: readonly AlertView[];
  byWebhook: boolean;
  recipients: readonly string[];
  /** Whether mail is configured. */
  hasMail: boolean;
  runbook: readonly RunbookEntry[];
  query: ListQuery;
  now: number;
}

/** Recipients, recent alerts and the runbook. */
export function AlertsContent(props: AlertsProps): JSX.Element {
  const { reader, alerts, now } = props;
  const mayTest = reader.role !== "viewer" && reader.csrfToken !== null;
  return (
    <>
      <p>
        Every change of a check sends an alert at once. A daily report confirms that all is well: a day
        without one means that alerts do not arrive. <Recipients {...props} />
      </p>
      {mayTest && (
        <Action to="/admin/alerts/test" csrfToken={reader.csrfToken ?? ""} label="Send test alert" />
      )}
      <h2 id="sent">Recent alerts</h2>
      <DataTable
        caption="Alerts"
        list={new ListAddress("/admin/alerts", props.query)}
        columns={columnsAt(now)}
        rows={alerts}
        keyOf={({ id }) => id}
      >
        <EmptyState title="Alerts will appear here and stay for 90 days.">
          <code>ALERT_WEBHOOK_URL</code> and <code>ALERT_EMAIL</code> set the recipients.
        </EmptyState>
      </DataTable>
      <h2 id="runbook">Runbook</h2>
      <p>The meaning of each alarm, and the steps to take in order.</p>
      {props.runbook.map((entry) => (
        <Entry key={entry.name} id={entry.name} title={entry.title} entry={entry} />
      ))}
    </>
  );
}

function columnsAt(now: number): DataColumn<AlertView>[] {
  return [
    timeColumn({ id: "at", head: "Time", at: ({ created_at }) => created_at, now }),
    {
      id: "alert",
      head: "Alert",
      isMain: true,
      value: ({ title }) => title,
      cell: ({ title }) => <span class="roomy">{title}</span>,
    },
    {
      id: "webhook",
      head: "Webhook",
      value: ({ webhook }) => webhook,
      cell: (alert) => <WebhookState alert={alert} />,
    },
    { id: "mail", head: "Mail", value: ({ mail }) => mail },
  ];
}

function Recipients({ byWebhook, recipients, hasMail }: AlertsProps): JSX.Element {
  const mailed = hasMail ? recipients : [];
  if (!byWebhook && mailed.length === 0)
    return (
      <>
        <StatusMark status="warn" word="No alerts are sent" />: set <code>ALERT_WEBHOOK_URL</code>, or{" "}
        <code>ALERT_EMAIL</code> and <code>SMTP_URL</code>.
      </>
    );
  return (
    <>
      Alerts go {byWebhook && "to ALERT_WEBHOOK_URL"}
      {byWebhook && mailed.length > 0 && " and "}
      {mailed.length > 0 && `by mail to ${mailed.join(", ")}`}.
    </>
  );
}

function WebhookState({ alert: { webhook, webhook_error } }: { alert: AlertView }): JSX.Element {
  if (webhook === "sent") return <StatusMark status="ok" word="sent" />;
  if (webhook === "off") return <>off</>;
  const words = webhook_error === null ? webhook : `${webhook}: ${webhook_error}`;
  return <StatusMark status={webhook === "failed" ? "bad" : "warn"} word={words} />;
}

function Entry({ id, title, entry }: { id: string; title: string; entry: RunbookEntry }): JSX.Element {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>
        <WithCode text={entry.means} />
      </p>
      <ol>
        {entry.steps.map((step) => (
          <li key={step}>
            <WithCode text={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Renders text in backticks as code. */
function WithCode({ text }: { text: string }): JSX.Element {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
  );
}

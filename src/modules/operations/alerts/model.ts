import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { ShownState, State } from "../../status/system/index.ts";

export type AlertType =
  | "status.changed"
  | "status.report"
  | "deprecation.due"
  | "changes.stopped"
  | "leader.changed"
  | "alert.test"
  | "game.paused"
  | "monitor.firing"
  | "monitor.resolved"
  | "monitor.flapping"
  | "monitor.steady"
  | "monitor.escalated"
  | "alarm.escalated"
  | "alarm.test";

/** Recipient of an alert: ALERT_WEBHOOK_URL and ALERT_EMAIL (first), or ALERT_ESCALATION_URL (second). */
export type Contact = "first" | "second";

/** A check whose state changed. */
export interface ChangedCheck {
  /** A check's name, overall or readiness. */
  check: string;
  from: State;
  to: State;
  /** The check's finding, one sentence. */
  message: string;
  /** Absolute URL of the check's runbook entry. */
  help: string;
}

/** An alert before it has an id. */
export interface AlertContent {
  type: AlertType;
  /** One line; mail uses it as subject. */
  title: string;
  /** Paragraphs of the body. */
  lines: readonly string[];
  overall: State | null;
  changes: readonly ChangedCheck[];
  checks: Readonly<Record<string, ShownState>>;
  /** Subject of an alarm, such as rule:disk_left: somebody must acknowledge it. Unset for news. */
  calls?: string;
  /** Subject that is over with this alert: its calls end. */
  ends?: string;
}

/** An alert as stored, and as posted in the format json. Slack and Mattermost show `text`, Discord shows `content`. */
export interface PostedAlert {
  id: string;
  type: AlertType;
  /** ISO 8601 UTC. */
  at: string;
  /** Base URL of the sending installation. */
  service: string;
  title: string;
  overall: State | null;
  changes: readonly ChangedCheck[];
  checks: Readonly<Record<string, ShownState>>;
  text: string;
  content: string;
  /** Link that acknowledges the alarm by one tap; null for news, and while stored. */
  acknowledge_url: string | null;
}

/** The stored alert. Its texts are checked, and not what each check reported. */
export const POSTED = jsonColumn(
  "alerts.body",
  Type.Unsafe<PostedAlert>(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      at: Type.String(),
      service: Type.String(),
      title: Type.String(),
      changes: Type.Array(Type.Object({ check: Type.String() })),
      checks: Type.Object({}),
      text: Type.String(),
      content: Type.String(),
    }),
  ),
);

/** An alert with its delivery state, for the page and `alerts list`. */
export interface AlertView {
  id: string;
  type: AlertType;
  contact: Contact;
  title: string;
  created_at: string;
  webhook: "queued" | "sent" | "failed" | "off";
  webhook_error: string | null;
  /** Such as `2 sent`, or `off` without mail. */
  mail: string;
}

import type { State } from "../../status/system/index.ts";

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
  | "monitor.escalated";

/** Whom an alert goes to: ALERT_WEBHOOK_URL and ALERT_EMAIL, or ALERT_ESCALATION_URL. */
export type Contact = "first" | "second";

/** One check that was found in another state than before. */
export interface ChangedCheck {
  /** A check's name, overall or readiness. */
  check: string;
  from: State;
  to: State;
  /** One sentence of what was found. */
  message: string;
  /** Where the runbook says what it means and what to do; an absolute address. */
  help: string;
}

/** What operators are told, before it has an id. */
export interface AlertContent {
  type: AlertType;
  /** One line: the subject of mail. */
  title: string;
  /** Paragraphs below it. */
  lines: readonly string[];
  overall: State | null;
  changes: readonly ChangedCheck[];
  checks: Readonly<Record<string, State>>;
}

/** What is posted to ALERT_WEBHOOK_URL. `text` is what Slack and Mattermost show, `content` what Discord does. */
export interface PostedAlert {
  id: string;
  type: AlertType;
  /** ISO 8601 UTC. */
  at: string;
  /** The address of the salute that it comes from. */
  service: string;
  title: string;
  overall: State | null;
  changes: readonly ChangedCheck[];
  checks: Readonly<Record<string, State>>;
  text: string;
  content: string;
}

/** How one alert went, for the page and `alerts list`. */
export interface AlertView {
  id: string;
  type: AlertType;
  contact: Contact;
  title: string;
  created_at: string;
  webhook: "queued" | "sent" | "failed" | "off";
  webhook_error: string | null;
  /** Such as `2 sent`, or `off` where none was put in the post. */
  mail: string;
}

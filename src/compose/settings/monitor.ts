import { setting } from "./setting.ts";
import { optional, webhookUrl, whole } from "./values.ts";

/** The alerts monitor (contract section 17). */
export const MONITOR_SETTINGS = {
  alertRulesFile: setting("ALERT_RULES_FILE", {
    fallback: "",
    example: "/etc/salute/alert-rules.json",
    meaning: "JSON file of the alerts monitor's rules, in the form of rules.json; unset: built in",
    parse: optional,
  }),
  alertEscalationUrl: setting("ALERT_ESCALATION_URL", {
    fallback: "",
    example: "https://hooks.slack.com/services/…",
    meaning: "Second contact: receives monitor alarms that nobody acknowledged; unset: none",
    parse: webhookUrl,
    isSecret: true,
  }),
  alertEscalationMinutes: setting("ALERT_ESCALATION_MINUTES", {
    fallback: "15",
    example: "15",
    meaning: "Minutes that an alarm may wait for an acknowledgement",
    parse: whole(1, 1_440),
  }),
  heartbeatUrl: setting("HEARTBEAT_URL", {
    fallback: "",
    example: "https://hc-ping.com/…",
    meaning:
      "Receives a request each minute while the process is ready, for a dead-man's switch; unset: none",
    parse: webhookUrl,
    isSecret: true,
  }),
};

import { setting } from "./setting.ts";
import { optional, webhookUrl, whole } from "./values.ts";

/** The alerts monitor (contract section 17). */
export const MONITOR_SETTINGS = {
  alertRulesFile: setting(
    "ALERT_RULES_FILE",
    "",
    "/etc/salute/alert-rules.json",
    "JSON file of the alerts monitor's rules, in the form of rules.json; unset: built in",
    optional,
  ),
  alertEscalationUrl: setting(
    "ALERT_ESCALATION_URL",
    "",
    "https://hooks.slack.com/services/…",
    "Second contact: receives monitor alarms that nobody acknowledged; unset: none",
    webhookUrl,
    true,
  ),
  alertEscalationMinutes: setting(
    "ALERT_ESCALATION_MINUTES",
    "15",
    "15",
    "Minutes that an alarm may wait for an acknowledgement",
    whole(1, 1_440),
  ),
  heartbeatUrl: setting(
    "HEARTBEAT_URL",
    "",
    "https://hc-ping.com/…",
    "Receives a request each minute while the process is ready, for a dead-man's switch; unset: none",
    webhookUrl,
    true,
  ),
};

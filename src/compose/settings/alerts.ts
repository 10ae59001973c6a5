import { setting } from "./setting.ts";
import { acceptOnly, mailAddresses, webhookUrl } from "./values.ts";

/** Recipients of each change of a check, and of the daily report (contract section 12). */
export const ALERT_SETTINGS = {
  alertWebhookUrl: setting("ALERT_WEBHOOK_URL", {
    fallback: "",
    example: "https://hooks.slack.com/services/…",
    meaning: "Receives each change of a status check and a daily report; unset: none",
    parse: webhookUrl,
    isSecret: true,
  }),
  alertWebhookFormat: setting("ALERT_WEBHOOK_FORMAT", {
    fallback: "json",
    example: "slack",
    meaning:
      "Shape of posts to ALERT_WEBHOOK_URL and ALERT_ESCALATION_URL: json, slack, discord, telegram or ntfy. json is displayed by Slack, Mattermost and Discord too",
    parse: acceptOnly("json", "slack", "discord", "telegram", "ntfy"),
  }),
  alertEmail: setting("ALERT_EMAIL", {
    fallback: "",
    example: "ops@example.com,zoe@example.com",
    meaning: "Mail addresses that receive the same, comma-separated; needs SMTP_URL",
    parse: mailAddresses,
  }),
};

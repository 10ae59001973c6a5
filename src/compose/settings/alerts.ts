import { setting } from "./setting.ts";
import { mailAddresses, webhookUrl } from "./values.ts";

/** Recipients of each change of a check, and of the daily report (contract section 12). */
export const ALERT_SETTINGS = {
  alertWebhookUrl: setting("ALERT_WEBHOOK_URL", {
    fallback: "",
    example: "https://hooks.slack.com/services/…",
    meaning:
      "Receives each change of a status check and a daily report, as JSON that Slack, Mattermost and Discord display; unset: none",
    parse: webhookUrl,
    isSecret: true,
  }),
  alertEmail: setting("ALERT_EMAIL", {
    fallback: "",
    example: "ops@example.com,zoe@example.com",
    meaning: "Mail addresses that receive the same, comma-separated; needs SMTP_URL",
    parse: mailAddresses,
  }),
};

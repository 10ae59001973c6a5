import {
  type AlertTargets,
  type AlertTransport,
  createAlertTransport,
  receiverFault,
} from "../../modules/operations/alerts/index.ts";
import { type Config, ConfigError } from "../config.ts";

const SETTINGS = {
  first: { key: "alertWebhookUrl", name: "ALERT_WEBHOOK_URL" },
  second: { key: "alertEscalationUrl", name: "ALERT_ESCALATION_URL" },
} as const;

/** Posts to a contact's URL; null if it is unset. @throws ConfigError if the URL cannot receive the format */
export function alertReceiver(config: Config, contact: "first" | "second"): AlertTransport | null {
  const { key, name } = SETTINGS[contact];
  const url = config[key];
  if (url === null) return null;
  const fault = receiverFault(config.alertWebhookFormat, url);
  if (fault !== null) throw new ConfigError(`${name} ${fault}`);
  return createAlertTransport(url, config.alertWebhookFormat);
}

/** Recipients of alerts, as the settings name them. @throws ConfigError as `alertReceiver` */
export function alertTargets(config: Config): AlertTargets {
  return {
    webhook: alertReceiver(config, "first"),
    second: alertReceiver(config, "second"),
    recipients: config.alertEmail,
  };
}

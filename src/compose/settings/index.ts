import { ALERT_SETTINGS } from "./alerts.ts";
import { AUDIO_SHARE_SETTINGS } from "./audio-share.ts";
import { BACKUP_SETTINGS } from "./backups.ts";
import { BRAND_SETTINGS } from "./brand.ts";
import { CHAIN_SETTINGS } from "./chain.ts";
import { CLAIM_SETTINGS } from "./claims.ts";
import { CLIENT_SETTINGS } from "./client.ts";
import { DELIVERY_SETTINGS } from "./deliveries.ts";
import { DESK_SETTINGS } from "./desk.ts";
import { DEVELOPER_SETTINGS } from "./developers.ts";
import { LEASE_SETTINGS } from "./lease.ts";
import { MESSENGER_SETTINGS } from "./messenger.ts";
import { MONITOR_SETTINGS } from "./monitor.ts";
import { REQUEST_SETTINGS } from "./requests.ts";
import { SERVER_SETTINGS } from "./server.ts";
import { setting } from "./setting.ts";
import { TRACING_SETTINGS } from "./tracing.ts";
import { UPLOAD_SETTINGS } from "./uploads.ts";
import { addresses, mailAddress, optional, smtpUrl, whole } from "./values.ts";

/** Every setting, in the order of the table in docs/reference.md and of `doctor --env`. */
export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...REQUEST_SETTINGS,
  ...CHAIN_SETTINGS,
  claimMissesLimit: setting("RATE_LIMIT_CLAIM_MISSES_PER_MIN", {
    fallback: "10",
    example: "10",
    meaning: "Unknown claim codes per minute and address; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  smtpUrl: setting("SMTP_URL", {
    fallback: "",
    example: "smtp://user:password@mail.example.com:587",
    meaning:
      "Mail server; unset: no mail is sent. With a password only over verified TLS, unless on this machine",
    parse: smtpUrl,
    isSecret: true,
  }),
  mailFrom: setting("MAIL_FROM", {
    fallback: "",
    example: "salute <no-reply@example.com>",
    meaning: "Sender of mail; unset: no-reply at the host of PUBLIC_BASE_URL",
    parse: mailAddress,
  }),
  ...BRAND_SETTINGS,
  ...DELIVERY_SETTINGS,
  ...AUDIO_SHARE_SETTINGS,
  ...BACKUP_SETTINGS,
  ...LEASE_SETTINGS,
  ...ALERT_SETTINGS,
  ...MONITOR_SETTINGS,
  ...DESK_SETTINGS,
  ...DEVELOPER_SETTINGS,
  ...MESSENGER_SETTINGS,
  ...UPLOAD_SETTINGS,
  ...CLAIM_SETTINGS,
  metricsAllowIp: setting("METRICS_ALLOW_IP", {
    fallback: "",
    example: "127.0.0.1",
    meaning: "Addresses or CIDR ranges that may read /metrics without an operator's token",
    parse: addresses,
  }),
  ...TRACING_SETTINGS,
  statusPolicyFile: setting("STATUS_POLICY_FILE", {
    fallback: "",
    example: "/etc/salute/status-policy.json",
    meaning: "JSON file with the thresholds of the status checks; unset: built in",
    parse: optional,
  }),
  ...CLIENT_SETTINGS,
} as const;

/** The parsed value of every setting. */
export type Values = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["parse"]> };

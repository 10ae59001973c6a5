import { ALERT_SETTINGS } from "./alerts.ts";
import { AUDIO_SHARE_SETTINGS } from "./audio-share.ts";
import { BACKUP_SETTINGS } from "./backups.ts";
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
import { UPLOAD_SETTINGS } from "./uploads.ts";
import { addresses, mailAddress, optional, smtpUrl, whole } from "./values.ts";

/** Every setting, in the order of the table in docs/reference.md and of `doctor --env`. */
export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...REQUEST_SETTINGS,
  ...CHAIN_SETTINGS,
  claimMissesLimit: setting(
    "RATE_LIMIT_CLAIM_MISSES_PER_MIN",
    "10",
    "10",
    "Unknown claim codes per minute and address; 0 disables the limit",
    whole(0, 1e9),
  ),
  smtpUrl: setting(
    "SMTP_URL",
    "",
    "smtp://user:password@mail.example.com:587",
    "Mail server; unset: no mail is sent. With a password only over verified TLS, unless on this machine",
    smtpUrl,
    true,
  ),
  mailFrom: setting(
    "MAIL_FROM",
    "",
    "salute <no-reply@example.com>",
    "Sender of mail; unset: no-reply at the host of PUBLIC_BASE_URL",
    mailAddress,
  ),
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
  metricsAllowIp: setting(
    "METRICS_ALLOW_IP",
    "",
    "127.0.0.1",
    "Addresses or CIDR ranges that may read /metrics without an operator's token",
    addresses,
  ),
  statusPolicyFile: setting(
    "STATUS_POLICY_FILE",
    "",
    "/etc/salute/status-policy.json",
    "JSON file with the thresholds of the status checks; unset: built in",
    optional,
  ),
  ...CLIENT_SETTINGS,
} as const;

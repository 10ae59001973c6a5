import { createSmtpTransport, Postbox } from "../../modules/platform/mail/index.ts";
import type { Keyring } from "../../modules/platform/master-key/index.ts";
import type { Config } from "../config.ts";
import type { Services } from "../services.ts";

/** The outgoing mail; null if no mail server is configured. */
export function openMail({ smtpUrl, mailFrom, publicBaseUrl }: Config, keyring: Keyring): Services["mail"] {
  if (smtpUrl === null) return null;
  const host = publicBaseUrl === null ? "localhost" : new URL(publicBaseUrl).hostname;
  const from = mailFrom ?? `salute <no-reply@${host}>`;
  return { postbox: new Postbox(keyring), transport: createSmtpTransport({ url: smtpUrl, from }) };
}

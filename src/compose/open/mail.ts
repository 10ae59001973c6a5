import { type BrandBook, mailSignature } from "../../modules/platform/brand/index.ts";
import { createSmtpTransport, Postbox } from "../../modules/platform/mail/index.ts";
import type { Keyring } from "../../modules/platform/master-key/index.ts";
import type { Config } from "../config.ts";
import type { Services } from "../services.ts";

/** The outgoing mail; null if no mail server is configured. */
export function openMail(
  { smtpUrl, mailFrom, publicBaseUrl }: Config,
  keyring: Keyring,
  brand: BrandBook,
): Services["mail"] {
  if (smtpUrl === null) return null;
  const host = publicBaseUrl === null ? "localhost" : new URL(publicBaseUrl).hostname;
  const address = `no-reply@${host}`;
  const from = () => mailFrom ?? { name: brand.current().name, address };
  const signature = () => mailSignature(brand.current());
  return { postbox: new Postbox(keyring), transport: createSmtpTransport({ url: smtpUrl, from, signature }) };
}

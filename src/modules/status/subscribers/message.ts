import { hmacSha256Base64 } from "../../../kit/crypto/seal.ts";
import { standardWebhookSignature } from "../../../kit/crypto/webhook-signature.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import { VERSION } from "../../../kit/process/version.ts";
import { STATUS_WORDS } from "../words/index.ts";

/** A post to a subscriber, with links as they are now. */
export interface Message {
  /** The same on every attempt. */
  id: string;
  kind: "webhook" | "slack";
  locale: Locale;
  subject: string;
  text: string;
  /** Page that confirms or ends the subscription. */
  url: string;
  token: string;
  /** Unix milliseconds. */
  now: number;
}

/** The key of a subscriber's signatures, which the holder of its token can read. */
export function signingSecret(token: string): string {
  return `whsec_${hmacSha256Base64(Buffer.from(token), "status subscriber's signature")}`;
}

/** Body and headers of a post. Webhooks are signed as in Standard Webhooks; Slack verifies nothing. */
export function buildPost(message: Message): { body: string; headers: Record<string, string> } {
  const plain = { "content-type": "application/json", "user-agent": `salute/${VERSION} (status)` };
  const { id, kind, locale, subject, text, url, token, now } = message;
  if (kind === "slack") {
    const manage = STATUS_WORDS.in(locale).say("notice_manage", { url });
    const words = escaped(`${subject}\n${text}\n\n${manage}`);
    return { body: JSON.stringify({ text: words, unfurl_links: false }), headers: plain };
  }
  const body = JSON.stringify({ id, subject, text, subscription_url: url });
  const timestamp = Math.floor(now / 1000);
  return {
    body,
    headers: {
      ...plain,
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": standardWebhookSignature(signingSecret(token), { id, timestamp, body }),
    },
  };
}

/** Slack reads &, < and > as control characters. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

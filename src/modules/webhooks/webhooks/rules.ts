import { isIP } from "node:net";
import type { Random } from "../../../kit/random.ts";
import { isPublicAddress, toHostname } from "../deliveries/index.ts";

/** The targets that an installation allows. */
export interface TargetPolicy {
  allowHttp: boolean;
  allowPrivate: boolean;
}

/**
 * Why a delivery may not go to this address, as text that follows the field's name; null if it may. Names are looked
 * up and checked at every connection; only evident faults are refused here (contract section 9).
 */
export function targetFault(target: string, { allowHttp, allowPrivate }: TargetPolicy): string | null {
  const url = URL.canParse(target) ? new URL(target) : null;
  // Spellings that the URL parser would correct are refused, so that the stored text means the same to every reader.
  if (url === null || !/^https?:\/\/[^/\\\s]/i.test(target) || /[\s\\\p{Cc}]/u.test(target))
    return "must be an absolute https address, such as https://partner.example/hooks/salute";
  const isLocal = !isPublicHost(toHostname(url));
  const needed = [
    ...(url.protocol === "http:" && !allowHttp ? ["WEBHOOK_ALLOW_HTTP=1"] : []),
    ...(isLocal && !allowPrivate ? ["WEBHOOK_ALLOW_PRIVATE=1"] : []),
  ];
  const wanted = needed[0]?.startsWith("WEBHOOK_ALLOW_HTTP")
    ? "begin with https://"
    : "be at an address of the public internet";
  if (needed.length > 0)
    return `must ${wanted}${isLocal ? `; for a receiver of your own network the server needs ${needed.join(" and ")}` : ""}`;
  if (/^https?:\/\/[^/?#]*@/i.test(target)) return "must not hold a user name or password";
  if (url.port === "0") return "must not name port 0, on which nothing listens";
  if (url.hash !== "" || target.includes("#")) return "must not hold a fragment";
  return null;
}

function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host !== "localhost" && !host.endsWith(".localhost");
}

const SECRET_PREFIX = "whsec_";

/** whsec_ and 32 random bytes as padded standard base64, as in Standard Webhooks. */
export function newSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random.bytes(32)).toString("base64");
}

/** Whether a partner's own secret is whsec_ and 24 to 64 bytes in exactly that encoding. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(SECRET_PREFIX)) return false;
  const body = text.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(body, "base64");
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString("base64") === body;
}

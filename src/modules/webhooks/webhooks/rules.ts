import { isIP } from "node:net";
import type { Random } from "../../../kit/random.ts";
import { hostnameOf, isPublicAddress } from "../deliveries/index.ts";

/** What an installation lets partners aim at. */
export interface TargetPolicy {
  allowHttp: boolean;
  allowPrivate: boolean;
}

/**
 * Why a delivery may not go to this address, in words that follow its name; null where it may. Names are looked up and
 * checked at every connection; here only what is plain to see is refused (contract section 9).
 */
export function targetFault(target: string, { allowHttp, allowPrivate }: TargetPolicy): string | null {
  const url = URL.canParse(target) ? new URL(target) : null;
  // What the URL parser would mend is refused, so that what is stored is what everybody reads.
  if (url === null || !/^https?:\/\/[^/\\\s]/i.test(target) || /[\s\\\p{Cc}]/u.test(target))
    return "must be an absolute https address, such as https://partner.example/hooks/salute";
  const isLocal = !isPublicHost(hostnameOf(url));
  const needed = [
    ...(url.protocol === "http:" && !allowHttp ? ["WEBHOOK_ALLOW_HTTP=1"] : []),
    ...(isLocal && !allowPrivate ? ["WEBHOOK_ALLOW_PRIVATE=1"] : []),
  ];
  const wanted = needed[0]?.startsWith("WEBHOOK_ALLOW_HTTP")
    ? "begin with https://"
    : "be at an address of the public internet";
  if (needed.length > 0)
    return `must ${wanted}${isLocal ? `; for a receiver of your own network the server needs ${needed.join(" and ")}` : ""}`;
  if (url.username !== "" || url.password !== "") return "must not hold a user name or password";
  if (url.hash !== "" || target.includes("#")) return "must not hold a fragment";
  return null;
}

function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host !== "localhost" && !host.endsWith(".localhost");
}

const SECRET_PREFIX = "whsec_";

/** whsec_ and 32 random bytes as padded standard base64, as Standard Webhooks has it. */
export function newSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random.bytes(32)).toString("base64");
}

/** Whether a secret of the partner's own is whsec_ and 24 to 64 bytes in that very spelling. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(SECRET_PREFIX)) return false;
  const body = text.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(body, "base64");
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString("base64") === body;
}

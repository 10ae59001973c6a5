import type { OwnHeaders } from "../deliveries/index.ts";

/** Headers that salute sets, that frame the message, or that belong to one connection (RFC 9110, section 7.6.1). */
const RESERVED = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);
/** Present and future headers of deliveries. */
const OURS = /^(x-)?webhook-/;

const NAME = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

/** The first header that a webhook may not have, and why, as text that follows its name; null if there is none. */
export function headerFault(headers: OwnHeaders): { name: string; fault: string } | null {
  const seen = new Set<string>();
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase();
    const fault = seen.has(lower) ? "is given twice; letter case does not matter" : nameFault(name, lower);
    if (fault !== null) return { name, fault };
    seen.add(lower);
  }
  return null;
}

function nameFault(name: string, lower: string): string | null {
  if (!NAME.test(name))
    return "must be a name of 1 to 64 letters, digits, full stops, hyphens and underscores";
  if (RESERVED.has(lower) || OURS.test(lower)) return "is set by salute or belongs to the connection";
  return null;
}

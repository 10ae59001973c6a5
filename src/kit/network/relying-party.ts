import { isIP } from "node:net";

/** The name and the origin to which browsers bind passkeys. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party of a server at this address; null if browsers offer no passkeys there: they need https and a name,
 * or `localhost`, which stands for a loopback address.
 */
export function toRelyingParty(baseUrl: string): RelyingParty | null {
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  const { hostname, origin, protocol } = url;
  if (hostname === "localhost") return { id: hostname, origin };
  return protocol === "https:" && isIP(hostname) === 0 && !hostname.startsWith("[")
    ? { id: hostname, origin }
    : null;
}

function isLoopback(hostname: string): boolean {
  return hostname === "[::1]" || /^127\./.test(hostname);
}

import { isIP } from "node:net";
import { createAddressSet } from "../../../../kit/network/addresses.ts";

/**
 * IPv4 addresses outside the public internet: the IANA special-purpose registry, and metadata addresses that are not
 * in it.
 */
const SPECIAL_IPV4 = createAddressSet([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
]);

/**
 * All IPv6 addresses allocated to the public internet; mapped, NAT64, unique local and link-local ones lie outside.
 */
const GLOBAL_IPV6 = createAddressSet(["2000::/3"]);

/** Exceptions within it: protocol assignments with Teredo and benchmarking, documentation, 6to4. */
const SPECIAL_IPV6 = createAddressSet(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether a delivery may go to this address: public, and not a tunnel to a private one (contract section 9). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL_IPV4.contains(address);
  return family === 6 && GLOBAL_IPV6.contains(address) && !SPECIAL_IPV6.contains(address);
}

/** The host of a URL as resolvers and certificates spell it: without brackets or closing dot. */
export function toHostname(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, "");
}

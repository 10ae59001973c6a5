import { BlockList, isIP } from "node:net";

/** A set of IPv4 and IPv6 addresses and CIDR ranges. */
export interface AddressSet {
  contains(address: string): boolean;
  readonly isEmpty: boolean;
  /** As given. */
  readonly entries: readonly string[];
}

/** Whether `text` is an address or a CIDR range, IPv4 or IPv6. */
export function isCidr(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** @throws RangeError naming the first entry that is neither an address nor a CIDR range. */
export function createAddressSet(entries: readonly string[]): AddressSet {
  const list = new BlockList();
  for (const entry of entries) {
    if (!isCidr(entry)) throw new RangeError(`${entry} is neither an IP address nor a CIDR range`);
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    list.addSubnet(address, prefix === undefined ? (family === "ipv4" ? 32 : 128) : Number(prefix), family);
  }
  return {
    isEmpty: entries.length === 0,
    entries: [...entries],
    contains(address) {
      const plain = unmapped(address);
      const family = isIP(plain);
      return family !== 0 && list.check(plain, family === 4 ? "ipv4" : "ipv6");
    },
  };
}

/** Whether every address of a range is in another. Both are addresses or CIDR ranges. */
export function isWithin(range: string, outer: string): boolean {
  const [address = "", own] = range.split("/");
  const [around = "", wide] = outer.split("/");
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) === isIP(around) &&
    Number(own ?? most) >= Number(wide ?? most) &&
    createAddressSet([outer]).contains(address)
  );
}

/**
 * Converts an IPv4 address in IPv6 notation (`::ffff:192.0.2.1`, `::ffff:c000:201`) to IPv4; other addresses are
 * unchanged.
 */
export function unmapped(address: string): string {
  // isIP costs a fifth of a cached answer, and an address without a colon is never IPv6.
  if (!address.includes(":") || isIP(address) !== 6) return address;
  const groups = expandIpv6(address);
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return address;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((value) => `${value >> 8}.${value & 0xff}`)
    .join(".");
}

/** The address of an entry of X-Forwarded-For, without its port and brackets; null if it is not an address. */
export function parseForwarded(entry: string): string | null {
  const [, bracketed, before] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? [];
  const address = unmapped(bracketed ?? before ?? entry);
  const isAddress = isIP(address) !== 0 && (bracketed === undefined || bracketed.includes(":"));
  return isAddress ? address : null;
}

/** The subject of rate limits for an address: IPv4 whole, IPv6 by its /64 (contract section 5). */
export function limitSubject(address: string): string {
  const plain = unmapped(address);
  return plain.includes(":") ? `${expandIpv6(plain).slice(0, 4).join(":")}::/64` : plain;
}

/** The network of an address for statistics: IPv4 by its /24, IPv6 by its /48. */
export function toNetwork(address: string): string {
  const plain = unmapped(address);
  if (plain.includes(":")) return `${expandIpv6(plain).slice(0, 3).join(":")}::/48`;
  return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
}

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function expandIpv6(address: string): string[] {
  const [head = "", tail] = withoutDots(address.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...new Array<string>(zeros).fill("0"), ...right].map((group) =>
    (Number.parseInt(group, 16) || 0).toString(16),
  );
}

/** The address with its last 32 bits as groups, if they were written as IPv4. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}

/** The http address of a host and port, to open on this machine; a wildcard becomes the loopback address. */
export function httpAddress(host: string, port: number): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

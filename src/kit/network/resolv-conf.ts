import { readFileSync } from "node:fs";

/** The completion of short names (resolv.conf(5)), and the DNS servers. */
export interface ResolvConf {
  /** Addresses, as written. */
  servers: readonly string[];
  domains: readonly string[];
  /** A name with at least this many dots is first looked up unmodified. */
  ndots: number;
}

const MAX_DOMAINS = 6;
const MAX_NDOTS = 15;

/** A resolv.conf; empty if it cannot be read. The last of `search` and `domain` counts. */
export function readResolvConf(path: string): ResolvConf {
  const servers: string[] = [];
  let domains: string[] = [];
  let ndots = 1;
  for (const line of linesOf(path)) {
    const [keyword, ...values] = line.trim().split(/\s+/);
    if (keyword === "nameserver") servers.push(...values.slice(0, 1));
    if (keyword === "search" || keyword === "domain")
      domains = values.map((each) => each.toLowerCase().replace(/\.$/, "")).filter((each) => each !== "");
    if (keyword !== "options") continue;
    const found = values
      .map((each) => /^ndots:(\d{1,2})$/.exec(each)?.[1])
      .findLast((each) => each !== undefined);
    if (found !== undefined) ndots = Math.min(Number(found), MAX_NDOTS);
  }
  return { servers, domains: domains.slice(0, MAX_DOMAINS), ndots };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

/**
 * The names to look up, in order: the name itself and within each search domain; a name ending in a dot only
 * unmodified.
 */
export function expandName(
  name: string,
  { domains, ndots }: Pick<ResolvConf, "domains" | "ndots">,
): string[] {
  if (name.endsWith(".")) return [name.slice(0, -1)];
  const within = domains.map((domain) => `${name}.${domain}`);
  const dots = name.split(".").length - 1;
  return dots >= ndots ? [name, ...within] : [...within, name];
}

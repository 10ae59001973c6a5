import { isLoopback } from "../compose/config.ts";
import { describeUnknown } from "../compose/parsing/unknown.ts";
import type { AddressSet } from "../kit/network/addresses.ts";
import {
  bad,
  badInProduction,
  type Diagnosis,
  type Finding,
  notForProduction,
  ok,
  warn,
} from "../modules/platform/diagnosis/index.ts";
import type { DoctorFacts } from "./inspection.ts";

/** Findings of the process: its environment and its address. */
export const PROCESS_FINDINGS: readonly Finding<DoctorFacts>[] = [
  { name: "environment", order: 10, look: environment },
  { name: "server_settings", order: 15, look: serverSettings },
  { name: "unknown_settings", order: 18, look: unknownSettings },
  { name: "public_base_url", order: 20, look: publicBaseUrl },
  { name: "trusted_proxies", order: 30, look: trustedProxies },
  { name: "metrics_addresses", order: 35, look: metricsAddresses },
  { name: "proxy_variables", order: 40, look: proxyVariables },
];

function environment({ config }: DoctorFacts): Diagnosis {
  if (config.environmentNamed)
    return config.isProduction ? ok("production") : notForProduction(ok("development"));
  if (isLoopback(config.host)) {
    return notForProduction(
      warn(
        "Neither SALUTE_ENV nor NODE_ENV names the environment: development is assumed.",
        "Set SALUTE_ENV=production if partners reach it, otherwise SALUTE_ENV=development.",
      ),
    );
  }
  return bad(
    `HOST ${config.host} is open to other machines, and neither SALUTE_ENV nor NODE_ENV names the environment: the server does not start.`,
    "Set SALUTE_ENV=production or SALUTE_ENV=development.",
  );
}

/** Null if this command knows all that the directory's server was started with. */
function serverSettings({ config: { missingSecrets } }: DoctorFacts): Diagnosis | null {
  if (missingSecrets.length === 0) return null;
  return warn(
    `The server runs with ${missingSecrets.join(", ")}, which this command does not have: what depends on that is left out here.`,
    "Give it the server's environment: salute doctor --env-file FILE",
  );
}

/** Null if every variable that looks like a setting is one. */
function unknownSettings({ config: { unknown } }: DoctorFacts): Diagnosis | null {
  if (unknown.length === 0) return null;
  return warn(
    `${unknown.map(describeUnknown).join(". ")}.`,
    "Correct the name, or unset it: salute doctor --env lists every setting.",
  );
}

function publicBaseUrl({ config }: DoctorFacts): Diagnosis {
  const { publicBaseUrl: address, isProduction } = config;
  if (address === null) {
    return isProduction
      ? bad(
          "PUBLIC_BASE_URL is unset: links for operators and partners point to this machine's own address.",
          "Set PUBLIC_BASE_URL=https://… to the server's public address.",
        )
      : ok("unset; links point to this machine");
  }
  if (isProduction && !address.startsWith("https:"))
    return warn(
      `${address} is not https: others can read requests and sign-in cookies on the way.`,
      "Put a TLS proxy in front of the server, and set PUBLIC_BASE_URL=https://…",
    );
  return ok(address);
}

/** Private ranges, which hold none of the internet. */
const PRIVATE = ["fc00::/7", "fe80::/10"];

/** Entries that hold a large part of the internet: IPv4 above a /8, IPv6 above a /16. */
function wideEntries({ entries }: AddressSet): string[] {
  return entries.filter((entry) => {
    const [address = "", prefix] = entry.split("/");
    if (prefix === undefined || PRIVATE.includes(entry.toLowerCase())) return false;
    return Number(prefix) < (address.includes(":") ? 16 : 8);
  });
}

/** The server itself speaks http, so https needs a proxy in front of it. */
function isBehindProxy({ host, publicBaseUrl }: DoctorFacts["config"]): boolean {
  return !isLoopback(host) || publicBaseUrl?.startsWith("https:") === true;
}

/** Null if nobody reads metrics by address. */
function metricsAddresses(facts: DoctorFacts): Diagnosis | null {
  const { metricsAllowIp, trustedProxies: proxies } = facts.config;
  if (metricsAllowIp.isEmpty) return null;
  const wide = wideEntries(metricsAllowIp);
  if (wide.length > 0)
    return badInProduction(
      facts,
      `METRICS_ALLOW_IP holds ${wide.join(", ")}: nearly everybody reads /metrics without a token.`,
      "Name the addresses of your monitoring alone.",
    );
  if (proxies.isEmpty && isBehindProxy(facts.config))
    return warn(
      "METRICS_ALLOW_IP is set and TRUSTED_PROXIES is not: behind a proxy every client has the proxy's address, and if METRICS_ALLOW_IP holds it, everybody reads /metrics.",
      "Set TRUSTED_PROXIES to the proxy's address, or unset METRICS_ALLOW_IP and use an operator's token.",
    );
  return ok(metricsAllowIp.entries.join(", "));
}

function trustedProxies(facts: DoctorFacts): Diagnosis {
  const { config } = facts;
  const wide = wideEntries(config.trustedProxies);
  if (wide.length > 0)
    return badInProduction(
      facts,
      `TRUSTED_PROXIES holds ${wide.join(", ")}: a client can name an address of its choice in X-Forwarded-For, and escape rate limits and allowed addresses.`,
      "Name the proxies' own addresses, such as 127.0.0.1 or 10.0.0.0/8.",
    );
  if (!config.trustedProxies.isEmpty) return ok("X-Forwarded-For is accepted from the listed proxies");
  const isOpen = !isLoopback(config.host);
  if (!isBehindProxy(config)) return ok("none; clients reach this server directly");
  return warn(
    `TRUSTED_PROXIES is unset${isOpen ? ` while HOST is ${config.host}` : " while PUBLIC_BASE_URL is https"}: behind a proxy, rate limits and allowed addresses see every client under the proxy's address.`,
    "Set TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1 or 10.0.0.0/8; leave it unset without a proxy.",
  );
}

function proxyVariables({ config }: DoctorFacts): Diagnosis {
  const removed = config.removedProxyVariables;
  if (removed.length === 0) return ok("none set");
  return warn(
    `${removed.join(", ")} is set, and salute removes it from its process: requests to webhooks and to the chain go out directly.`,
    "Unset it for salute, and make sure that the machine reaches the internet without a proxy.",
  );
}

import { ConfigError, isLoopback } from "../compose/config.ts";
import { readsDemoChain } from "../compose/open-chain.ts";
import { SETTINGS } from "../compose/settings/index.ts";
import { statusPolicy } from "../compose/status-policy.ts";
import { FAILURES_SHOWN_DAYS } from "../modules/operations/alerts/index.ts";
import { bad, badInProduction, type Diagnosis, ok, warn } from "./diagnosis.ts";
import type { Facts, StateFacts } from "./facts.ts";

export function environment({ config }: Facts): Diagnosis {
  if (config.environmentNamed) return ok(config.isProduction ? "production" : "development");
  if (isLoopback(config.host)) {
    return warn(
      "Neither SALUTE_ENV nor NODE_ENV says what this is; it is taken for development.",
      "Set SALUTE_ENV=production where partners reach it, else SALUTE_ENV=development.",
    );
  }
  return bad(
    `HOST ${config.host} is open to other machines, and neither SALUTE_ENV nor NODE_ENV says what this is: the server does not start.`,
    "Set SALUTE_ENV=production or SALUTE_ENV=development.",
  );
}

export function publicBaseUrl(facts: Facts): Diagnosis {
  const { publicBaseUrl: address, isProduction } = facts.config;
  if (address === null) {
    return isProduction
      ? bad(
          "PUBLIC_BASE_URL is unset: links for operators and partners point to this machine's own address.",
          "Set PUBLIC_BASE_URL=https://… to the address that others reach this server by.",
        )
      : ok("unset; links point to this machine");
  }
  if (isProduction && !address.startsWith("https:"))
    return warn(
      `${address} is not https: others can read requests and sign-in cookies on the way.`,
      "Put TLS before it, and set PUBLIC_BASE_URL=https://…",
    );
  return ok(address);
}

/** The server itself speaks http, so whatever speaks https for it stands before it. */
export function trustedProxies({ config }: Facts): Diagnosis {
  if (!config.trustedProxies.isEmpty) return ok("X-Forwarded-For is believed from the listed proxies");
  const isOpen = !isLoopback(config.host);
  if (!isOpen && config.publicBaseUrl?.startsWith("https:") !== true)
    return ok("none; clients reach this server directly");
  return warn(
    `TRUSTED_PROXIES is unset${isOpen ? ` while HOST is ${config.host}` : " while PUBLIC_BASE_URL is https"}: behind a proxy all clients count as its one address, in limits and in allowed addresses.`,
    "Set TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1 or 10.0.0.0/8; leave it unset where there is no proxy.",
  );
}

export function proxyVariables({ config }: Facts): Diagnosis {
  const removed = config.removedProxyVariables;
  if (removed.length === 0) return ok("none set");
  return warn(
    `${removed.join(", ")} is set, and salute removes it from its process: requests to webhooks and to the chain go out directly.`,
    "Unset it for salute, and make sure that the machine reaches the internet without a proxy.",
  );
}

const UNREAD =
  "whatever reads the chain (token figures, wallets' holdings, conversions, settlements) answers 503 rpc_unavailable.";

export function chain(facts: Facts): Diagnosis {
  const { config } = facts;
  if (readsDemoChain(config))
    return ok("SOLANA_RPC_URLS and TOKEN_MINT unset: development reads the demo chain");
  const missing = [
    ...(config.rpcUrls.length === 0 ? ["SOLANA_RPC_URLS"] : []),
    ...(config.tokenMint === null ? ["TOKEN_MINT"] : []),
  ].join(" and ");
  if (missing === "") return rpcChain(facts);
  return badInProduction(facts, `${missing} unset: ${UNREAD}`, `Set ${missing}.`);
}

/** What is configured of a chain over RPC; doctor asks no network. */
function rpcChain(facts: Facts): Diagnosis {
  const { rpcUrls, rpcQuorum, treasuryWallets } = facts.config;
  const majority = Math.floor(rpcUrls.length / 2) + 1;
  const quorum = rpcQuorum ?? majority;
  const message = `${rpcUrls.length} RPC addresses, of which ${quorum} must agree`;
  if (rpcUrls.length === 1)
    return warn(
      "One RPC address: whatever it says is believed, and while it is down every figure grows old.",
      "Name three of different providers in SOLANA_RPC_URLS, so that two must agree.",
    );
  if (quorum < majority)
    return warn(
      `${message}: fewer than half may be wrong together and be believed.`,
      `Unset RPC_QUORUM, or set it to ${majority} or more.`,
    );
  if (treasuryWallets.length === 0)
    return warn(
      `${message}; TREASURY_WALLETS is unset: no settlement can be proved.`,
      "Set TREASURY_WALLETS to the wallets that the project pays from.",
    );
  return ok(message);
}

export function statusChecks({ config }: Facts): Diagnosis {
  try {
    const { source, version } = statusPolicy(config);
    return ok(source === "file" ? `thresholds of version ${version}` : "thresholds as built in");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return bad(
      `${error.message} The server does not start.`,
      "Correct the file, or unset STATUS_POLICY_FILE.",
    );
  }
}

export function mail({ config }: Facts): Diagnosis {
  if (config.smtpUrl === null) return ok("SMTP_URL unset: no mail is sent");
  if (config.publicBaseUrl === null)
    return warn(
      "Mail is sent, and its links point to this machine's own address.",
      "Set PUBLIC_BASE_URL to the address that others reach this server by.",
    );
  return ok(`by ${new URL(config.smtpUrl).host}`);
}

export function alerts({ config }: Facts, state: StateFacts | null): Diagnosis {
  const { alertWebhookUrl, alertEmail, smtpUrl, isProduction } = config;
  if (alertEmail.length > 0 && smtpUrl === null)
    return warn(
      "ALERT_EMAIL is set and SMTP_URL is not: no alert is mailed.",
      "Set SMTP_URL, or unset ALERT_EMAIL.",
    );
  if (alertWebhookUrl === null && alertEmail.length === 0)
    return isProduction
      ? warn(
          "Nobody is told when a check of the status changes.",
          "Set ALERT_WEBHOOK_URL, or ALERT_EMAIL and SMTP_URL; then: salute alerts test",
        )
      : ok("ALERT_WEBHOOK_URL and ALERT_EMAIL unset: nobody is told");
  const failed = state?.failedAlerts ?? 0;
  if (failed > 0)
    return warn(
      `${failed} alerts of the last ${FAILURES_SHOWN_DAYS} days were given up.`,
      "salute alerts list, and: salute alerts test",
    );
  const ways = [
    ...(alertWebhookUrl === null ? [] : [`to ${new URL(alertWebhookUrl).host}`]),
    ...(alertEmail.length === 0 ? [] : [`by mail to ${alertEmail.join(", ")}`]),
  ];
  return ok(`sent ${ways.join(" and ")}`);
}

export function rateLimits({ config }: Facts, state: StateFacts | null): Diagnosis {
  const limits = {
    publicApiLimit: config.publicApiLimit,
    pagesLimit: config.pagesLimit,
    logLimit: config.logLimit,
    webhooksLimit: config.webhooksLimit,
    partnerLimit: config.partnerLimit,
    sandboxLimit: config.sandboxLimit,
    failedAuthLimit: config.failedAuthLimit,
    claimMissesLimit: config.claimMissesLimit,
    adminLimit: config.adminLimit,
  };
  const off = Object.entries(limits)
    .filter(([, limit]) => limit === 0)
    .map(([name]) => SETTINGS[name as keyof typeof limits].variable);
  const keys = state?.unlimitedKeys ?? [];
  if (off.length === 0 && keys.length === 0) return ok("all on");
  return warn(
    `Switched off: ${[...off, ...keys].join(", ")}.`,
    [
      ...(off.length === 0 ? [] : [`Unset ${off.join(", ")}, or set a number.`]),
      ...keys.map((key) => `salute keys set ${key} --rate-limit default`),
    ].join(" "),
  );
}

export function nonces({ config }: Facts): Diagnosis {
  return ok(
    config.nonceRequired
      ? "every mutation needs one"
      : "live mutations need one; in the sandbox they are optional (PARTNER_NONCE_REQUIRED=1 asks for them there)",
  );
}

export function webhookTargets({ config }: Facts): Diagnosis {
  const { isProduction, webhookAllowHttp, webhookAllowPrivate } = config;
  if (!webhookAllowHttp && !webhookAllowPrivate) return ok("https addresses of the public internet only");
  const open = [
    ...(webhookAllowHttp ? ["WEBHOOK_ALLOW_HTTP"] : []),
    ...(webhookAllowPrivate ? ["WEBHOOK_ALLOW_PRIVATE"] : []),
  ].join(" and ");
  if (!isProduction) return ok(`${open} set: receivers on this machine can be tried`);
  return warn(
    webhookAllowPrivate
      ? `${open} set: partners can aim deliveries at machines of this network.`
      : `${open} set: deliveries can be read on their way.`,
    `Unset ${open}.`,
  );
}

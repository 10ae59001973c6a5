import { BACKUP_SETTINGS, halfSetStore } from "./config-backups.ts";
import { DELIVERY_SETTINGS } from "./config-deliveries.ts";
import { type Setting, setting } from "./config-setting.ts";
import {
  addresses,
  baseUrl,
  flag,
  list,
  mailAddress,
  oneOf,
  optional,
  optionalAddress,
  rpcUrls,
  smtpUrl,
  solanaAddress,
  text,
  whole,
} from "./config-values.ts";
import { LOG_LEVELS, type LogLevel } from "./kit/log.ts";

/** A setting that stops the start: it names the variable, the problem and an example. */
export class ConfigError extends Error {}

/** Every setting, in the order of the table in the README and of `doctor --env`. */
export const SETTINGS = {
  environment: setting(
    "SALUTE_ENV",
    "",
    "production",
    "production or development; unset: NODE_ENV where that is one of the two, else development",
    oneOf("", "production", "development"),
  ),
  nodeEnvironment: setting("NODE_ENV", "", "production", "Read only where SALUTE_ENV is unset", text),
  port: setting("PORT", "8080", "8080", "Port to listen on; --port wins", whole(0, 65_535)),
  host: setting("HOST", "127.0.0.1", "0.0.0.0", "Address to listen on; --host wins", text),
  dataDir: setting(
    "DATA_DIR",
    "./data",
    "/var/lib/salute",
    "Directory of the databases and key files; --data wins",
    text,
  ),
  publicBaseUrl: setting(
    "PUBLIC_BASE_URL",
    "",
    "https://salute.example.com",
    "The address that others reach this server by",
    baseUrl,
  ),
  trustedProxies: setting(
    "TRUSTED_PROXIES",
    "",
    "10.0.0.0/8,::1",
    "Proxies whose X-Forwarded-For is believed (addresses or CIDR, comma-separated)",
    addresses,
  ),
  masterKey: setting(
    "MASTER_KEY",
    "",
    "(64 hex digits)",
    "Key that seals secrets at rest; unset: MASTER_KEY_FILE",
    optional,
    true,
  ),
  masterKeyFile: setting(
    "MASTER_KEY_FILE",
    "",
    "/run/secrets/salute-master.key",
    "File with that key; unset: master.key in the data directory",
    optional,
  ),
  logLevel: setting(
    "LOG_LEVEL",
    "info",
    "warn",
    `${LOG_LEVELS.join(", ")}; warn silences the line a request`,
    oneOf(...LOG_LEVELS) as (value: string) => LogLevel,
  ),
  maxBodyBytes: setting(
    "MAX_BODY_BYTES",
    "262144",
    "262144",
    "Largest request body, in bytes; past it 413",
    whole(1_024, 16_777_216),
  ),
  publicApiLimit: setting(
    "RATE_LIMIT_PUBLIC_API_PER_MIN",
    "90",
    "90",
    "Public API requests a minute and address; 0 switches off",
    whole(0, 1e9),
  ),
  pagesLimit: setting(
    "RATE_LIMIT_PAGES_PER_MIN",
    "300",
    "300",
    "Page views a minute and address; 0 switches off",
    whole(0, 1e9),
  ),
  webhooksLimit: setting(
    "RATE_LIMIT_WEBHOOK_PER_MIN",
    "120",
    "120",
    "Requests to partner webhook routes a minute and key; 0 switches off",
    whole(0, 1e9),
  ),
  partnerLimit: setting(
    "PARTNER_RATE_LIMIT_PER_MINUTE",
    "600",
    "600",
    "Requests a minute and live key, unless the key has its own; 0 switches off",
    whole(0, 1e9),
  ),
  sandboxLimit: setting(
    "PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE",
    "30",
    "30",
    "Requests a minute and sandbox key; 0 switches off",
    whole(0, 1e9),
  ),
  failedAuthLimit: setting(
    "RATE_LIMIT_FAILED_AUTH_PER_MIN",
    "30",
    "30",
    "Failed authentications a minute and address before they become 429; 0 switches off",
    whole(0, 1e9),
  ),
  adminLimit: setting(
    "RATE_LIMIT_ADMIN_PER_MIN",
    "300",
    "300",
    "Admin requests a minute and operator; 0 switches off",
    whole(0, 1e9),
  ),
  nonceRequired: setting("PARTNER_NONCE_REQUIRED", "0", "1", "1: sandbox mutations need a nonce too", flag),
  idempotencyRetentionDays: setting(
    "IDEMPOTENCY_RETENTION_DAYS",
    "30",
    "30",
    "Days that answers are kept by Idempotency-Key",
    whole(1, 3_650),
  ),
  rpcUrls: setting(
    "SOLANA_RPC_URLS",
    "",
    "https://api.mainnet-beta.solana.com",
    "RPC addresses of the chain, comma-separated; with TOKEN_MINT unset too, development reads an embedded demo chain",
    rpcUrls,
    true,
  ),
  tokenMint: setting(
    "TOKEN_MINT",
    "",
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "Mint address of the project's token",
    optionalAddress,
  ),
  treasuryWallets: setting(
    "TREASURY_WALLETS",
    "",
    "(address),(address)",
    "Wallets that the project pays from, comma-separated: settlements count only from these",
    (value) => list(value).map(solanaAddress),
  ),
  lpMint: setting(
    "LP_MINT",
    "",
    "(address)",
    "Mint address of the token's liquidity pool; unset: wallet-info shows none",
    optionalAddress,
  ),
  claimMissesLimit: setting(
    "RATE_LIMIT_CLAIM_MISSES_PER_MIN",
    "10",
    "10",
    "Claim codes that lead nowhere, a minute and address; 0 switches off",
    whole(0, 1e9),
  ),
  smtpUrl: setting(
    "SMTP_URL",
    "",
    "smtp://user:password@mail.example.com:587",
    "Mail server; unset: no mail is sent. With a password only over verified TLS, unless on this machine",
    smtpUrl,
    true,
  ),
  mailFrom: setting(
    "MAIL_FROM",
    "",
    "salute <no-reply@example.com>",
    "Sender of mail; unset: no-reply at the host of PUBLIC_BASE_URL",
    mailAddress,
  ),
  ...DELIVERY_SETTINGS,
  ...BACKUP_SETTINGS,
  metricsAllowIp: setting(
    "METRICS_ALLOW_IP",
    "",
    "127.0.0.1",
    "Addresses or CIDR ranges that may read /metrics without an operator's token",
    addresses,
  ),
  clientKey: setting(
    "SALUTE_KEY",
    "",
    "pk_sandbox_0123456789abcdef",
    "Key id that `salute call` signs with where neither --key nor --profile is given",
    optional,
  ),
  clientSecret: setting("SALUTE_SECRET", "", "sk_sandbox_…", "The secret of SALUTE_KEY", optional, true),
  clientConfigDir: setting(
    "XDG_CONFIG_HOME",
    "",
    "/home/zoe/.config",
    "Directory that holds salute/profiles.json for `salute call`; unset: .config in the home directory",
    optional,
  ),
} as const;

type Values = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["parse"]> };

export interface Config extends Omit<Values, "environment" | "nodeEnvironment"> {
  isProduction: boolean;
  /** Whether SALUTE_ENV or NODE_ENV says which it is. */
  environmentNamed: boolean;
  /** Proxy variables that were removed from the process: Bun's fetch would send pinned deliveries through them. */
  removedProxyVariables: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags of the command line that win over the environment. */
export interface Overrides {
  port?: string | undefined;
  host?: string | undefined;
  data?: string | undefined;
}

const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];

/** Parses the process's environment, once. @throws ConfigError */
export function loadConfig(overrides: Overrides = {}): Config {
  const removed = PROXY_VARIABLES.filter((name) => process.env[name] !== undefined);
  for (const name of removed) delete process.env[name];
  return parseConfig(process.env, overrides, removed);
}

/** @throws ConfigError naming the variable or flag, the problem and an example. */
export function parseConfig(
  environment: Environment,
  overrides: Overrides = {},
  removedProxyVariables: readonly string[] = [],
): Config {
  const given: Environment = {
    ...environment,
    ...definedOnly({ PORT: overrides.port, HOST: overrides.host, DATA_DIR: overrides.data }),
  };
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, each]) => [name, parseOne(each, given)]),
  ) as unknown as Values;
  const { environment: named, nodeEnvironment, ...rest } = values;
  const effective =
    named || (nodeEnvironment === "production" || nodeEnvironment === "development" ? nodeEnvironment : "");
  if (rest.masterKey !== null && rest.masterKeyFile !== null) {
    throw new ConfigError(
      "MASTER_KEY and MASTER_KEY_FILE are both set: keep one, for example MASTER_KEY_FILE=/run/secrets/salute-master.key",
    );
  }
  const halfSet = halfSetStore(rest);
  if (halfSet !== null) throw new ConfigError(halfSet);
  return {
    ...rest,
    isProduction: effective === "production",
    environmentNamed: effective !== "",
    removedProxyVariables,
  };
}

/** What a program that salute starts is given: its own environment, without what was removed from it. */
export function childEnvironment(): Record<string, string> {
  return definedOnly(process.env) as Record<string, string>;
}

function definedOnly(values: Environment): Environment {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function parseOne(each: Setting<unknown>, environment: Environment): unknown {
  const given = environment[each.variable];
  try {
    return each.parse(given === undefined || given === "" ? each.fallback : given);
  } catch (error) {
    const shown = each.isSecret === true ? "its value" : JSON.stringify(given);
    throw new ConfigError(
      `${each.variable}: ${shown} ${(error as Error).message}. Example: ${each.variable}=${each.example}`,
    );
  }
}

export interface SettingRow {
  variable: string;
  value: string;
  source: "environment" | "default";
  fallback: string;
  meaning: string;
}

/** Every setting with its value and where that came from; secrets masked. */
export function describeSettings(environment: Environment): SettingRow[] {
  return Object.values(SETTINGS).map((each: Setting<unknown>) => {
    const given = environment[each.variable];
    const isGiven = given !== undefined && given !== "";
    const value = isGiven ? (each.isSecret === true ? "(set)" : given) : each.fallback;
    return {
      variable: each.variable,
      value,
      source: isGiven ? "environment" : "default",
      fallback: each.fallback,
      meaning: each.meaning,
    };
  });
}

/** The process's own settings, for `doctor --env`. */
export function describeProcessSettings(): SettingRow[] {
  return describeSettings(process.env);
}

/** Where a client on this machine finds the server: its public address, else the port on loopback. */
export function clientBaseUrl(config: Config): string {
  return config.publicBaseUrl ?? `http://127.0.0.1:${config.port}`;
}

/** The configuration table of the README. */
export function settingsTable(): string {
  const rows = describeSettings({}).map(
    (row) => `| \`${row.variable}\` | ${row.fallback === "" ? "" : `\`${row.fallback}\``} | ${row.meaning} |`,
  );
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

/** Whether only this machine reaches what listens on this address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** @throws ConfigError where the server would be open to others without having been told what it is. */
export function requireNamedEnvironment(config: Config): void {
  if (isLoopback(config.host) || config.environmentNamed) return;
  throw new ConfigError(
    `HOST ${config.host} is open to other machines: say what this is with SALUTE_ENV=production or SALUTE_ENV=development (or NODE_ENV), or listen on 127.0.0.1.`,
  );
}

import { LOG_LEVELS, type LogLevel } from "./kit/log.ts";
import {
  addresses,
  baseUrl,
  expectedAuthority,
  flag,
  oneOf,
  optional,
  optionalAddress,
  optionalCount,
  rpcUrls,
  solanaAddresses,
  text,
  whole,
} from "./setting-values.ts";

/** One setting: its variable, what it is without one, and how its text is read. */
export interface Setting<Value> {
  variable: string;
  fallback: string;
  example: string;
  meaning: string;
  isSecret?: boolean;
  parse: (text: string) => Value;
}

function setting<Value>(
  variable: string,
  fallback: string,
  example: string,
  meaning: string,
  parse: (text: string) => Value,
  isSecret = false,
): Setting<Value> {
  return { variable, fallback, example, meaning, parse, isSecret };
}

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
  logLimit: setting(
    "RATE_LIMIT_LOG_PER_MIN",
    "1200",
    "1200",
    "Requests to the signed log (/log) a minute and address; 0 switches off",
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
    solanaAddresses,
  ),
  reserveWallets: setting(
    "RESERVE_WALLETS",
    "",
    "(address),(address)",
    "Wallets that hold the project's reserve, comma-separated; what they hold does not circulate",
    solanaAddresses,
  ),
  lpMint: setting(
    "LP_MINT",
    "",
    "(address)",
    "Mint address of the token's liquidity pool; unset: wallet-info shows none",
    optionalAddress,
  ),
  lpWallets: setting(
    "LP_WALLETS",
    "",
    "(address),(address)",
    "Wallets of liquidity pools, comma-separated: holders are also counted without them",
    solanaAddresses,
  ),
  burnWallets: setting(
    "BURN_WALLETS",
    "",
    "(address)",
    "Wallets that tokens are sent to for good, comma-separated; what they hold does not circulate",
    solanaAddresses,
  ),
  expectedMintAuthority: setting(
    "EXPECTED_MINT_AUTHORITY",
    "",
    "none",
    "Who should be able to mint: an address, or none; unset: nothing is expected",
    expectedAuthority,
  ),
  expectedFreezeAuthority: setting(
    "EXPECTED_FREEZE_AUTHORITY",
    "",
    "none",
    "Who should be able to freeze accounts: an address, or none; unset: nothing is expected",
    expectedAuthority,
  ),
  rpcMaxPerSecond: setting(
    "RPC_MAX_PER_SECOND",
    "4",
    "4",
    "Requests a second to each RPC address and method; public addresses allow 4",
    whole(1, 10_000),
  ),
  rpcTimeoutMs: setting(
    "RPC_TIMEOUT_MS",
    "10000",
    "10000",
    "Milliseconds that an RPC address has for an answer",
    whole(100, 120_000),
  ),
  rpcQuorum: setting(
    "RPC_QUORUM",
    "",
    "2",
    "How many RPC addresses must agree on a figure; unset: a majority of them",
    optionalCount(32),
  ),
  metricsAllowIp: setting(
    "METRICS_ALLOW_IP",
    "",
    "127.0.0.1",
    "Addresses or CIDR ranges that may read /metrics without an operator's token",
    addresses,
  ),
  statusPolicyFile: setting(
    "STATUS_POLICY_FILE",
    "",
    "/etc/salute/status-policy.json",
    "JSON file with the thresholds of the status checks; unset: built in",
    optional,
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

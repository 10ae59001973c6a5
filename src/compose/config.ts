import { halfSetStore } from "./settings/backups.ts";
import { SETTINGS } from "./settings/index.ts";
import type { Setting } from "./settings/setting.ts";

/** A setting that stops the start: it names the variable, the problem and an example. */
export class ConfigError extends Error {}

type Values = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["parse"]> };

export interface Config extends Omit<Values, "environment" | "nodeEnvironment"> {
  isProduction: boolean;
  /** Whether SALUTE_ENV or NODE_ENV says which it is. */
  environmentNamed: boolean;
  /** Proxy variables that were removed from the process: Bun's fetch would send pinned deliveries through them. */
  removedProxyVariables: readonly string[];
  /** Every setting with its value, secrets masked, and where that came from. */
  described: readonly SettingRow[];
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
  refuseTwoRoles(rest);
  refuseWideQuorum(rest);
  return {
    ...rest,
    isProduction: effective === "production",
    environmentNamed: effective !== "",
    removedProxyVariables,
    described: describeSettings(given),
  };
}

/** What a program that salute starts is given: its own environment, without what was removed from it. */
export function childEnvironment(): Record<string, string> {
  return definedOnly(process.env) as Record<string, string>;
}

/** A wallet that is treasury and reserve would be subtracted twice. */
function refuseTwoRoles({ treasuryWallets, reserveWallets, lpWallets, burnWallets }: WalletLists): void {
  const seen = new Map<string, string>();
  const lists = {
    TREASURY_WALLETS: treasuryWallets,
    RESERVE_WALLETS: reserveWallets,
    LP_WALLETS: lpWallets,
    BURN_WALLETS: burnWallets,
  };
  for (const [variable, wallets] of Object.entries(lists)) {
    for (const wallet of wallets) {
      const other = seen.get(wallet);
      if (other !== undefined)
        throw new ConfigError(
          `${variable}: ${wallet} is in ${other} too, and would count twice: name it in one of them. Example: ${variable}=(address)`,
        );
      seen.set(wallet, variable);
    }
  }
}

type WalletLists = Pick<Values, "treasuryWallets" | "reserveWallets" | "lpWallets" | "burnWallets">;

function refuseWideQuorum({ rpcQuorum, rpcUrls }: Pick<Values, "rpcQuorum" | "rpcUrls">): void {
  if (rpcQuorum === null || rpcUrls.length === 0 || rpcQuorum <= rpcUrls.length) return;
  throw new ConfigError(
    `RPC_QUORUM: ${rpcQuorum} addresses can never agree, SOLANA_RPC_URLS names ${rpcUrls.length}. Example: RPC_QUORUM=${rpcUrls.length}`,
  );
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
  /** Whether it may hold a secret. */
  isSecret: boolean;
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
      isSecret: each.isSecret === true,
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

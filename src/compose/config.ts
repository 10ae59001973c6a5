import { readFileSync } from "node:fs";
import { fileFaultWords } from "../kit/process/files.ts";
import { describeSettings, type SettingRow, withoutPasswords } from "./describe-settings.ts";
import { type Environment, parseEnvironmentFile } from "./environment.ts";
import { adopt, describeForCommands, readServerSettings, type ServerSettings } from "./server-settings.ts";
import { halfSetStore } from "./settings/backups.ts";
import { SETTINGS } from "./settings/index.ts";
import type { Setting } from "./settings/setting.ts";

/** An invalid setting, which prevents the start; the message names the variable, the problem and an example. */
export class ConfigError extends Error {}

/** A command-line flag with an invalid value: wrong usage. */
export class FlagError extends ConfigError {}

type Values = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["parse"]> };

export interface Config extends Omit<Values, "environment" | "nodeEnvironment"> {
  isProduction: boolean;
  /** Whether SALUTE_ENV or NODE_ENV names the environment. */
  environmentNamed: boolean;
  /** Proxy variables that were removed from the process: Bun's fetch would send pinned deliveries through them. */
  removedProxyVariables: readonly string[];
  /** Every setting with its value and source; secrets are masked. */
  described: readonly SettingRow[];
  /** Secret settings of the directory's server that this command lacks; empty for the server itself. */
  missingSecrets: readonly string[];
  /** Address of the server whose directory it is, as it was at its start; null for the server itself. */
  serverBaseUrl: string | null;
}

export type { Environment } from "./environment.ts";

/** Flags of the command line, which take precedence over the environment. */
export interface Overrides {
  port?: string | undefined;
  host?: string | undefined;
  data?: string | undefined;
}

const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];

/** Parses the process's environment, once. @throws ConfigError */
export function loadConfig(overrides: Overrides = {}, { envFile, adopts = false }: Source = {}): Config {
  // Written to process.env, so that child processes inherit them.
  if (envFile !== undefined) Object.assign(process.env, readEnvironmentFile(envFile));
  const removed = PROXY_VARIABLES.filter((name) => process.env[name] !== undefined);
  for (const name of removed) delete process.env[name];
  // With it, Bun's fetch and SMTP would accept any certificate.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  const none = { environment: process.env, missing: [], baseUrl: null };
  const { environment, missing, baseUrl } = adopts ? adoptFrom(process.env, overrides) : none;
  const facts = { removedProxyVariables: removed, missingSecrets: missing };
  return { ...parseConfig(environment, overrides, facts), serverBaseUrl: baseUrl };
}

/** Sources of settings in addition to the process's environment. */
export interface Source {
  /** A file whose variables take precedence over the environment's. */
  envFile?: string | undefined;
  /** Whether to use the settings of the directory's server. */
  adopts?: boolean;
}

/** @throws FlagError */
function readEnvironmentFile(path: string): Environment {
  try {
    return parseEnvironmentFile(readFileSync(path, "utf8"));
  } catch (error) {
    const isFile = error instanceof Error && "syscall" in error;
    throw new FlagError(`--env-file ${path}: ${isFile ? fileFaultWords(error) : (error as Error).message}`);
  }
}

/** @throws ConfigError if the environment names another mode than the server's */
function adoptFrom(own: Environment, overrides: Overrides) {
  const dataDir = overrides.data ?? (own.DATA_DIR || SETTINGS.dataDir.fallback);
  const server = readServerSettings(dataDir);
  if (server === null) return { environment: own, missing: [], baseUrl: null };
  try {
    return { ...adopt(server, own, dataDir), baseUrl: server.base_url };
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** Facts about the environment that the configuration repeats. */
type EnvironmentFacts = Partial<Pick<Config, "removedProxyVariables" | "missingSecrets">>;

/** @throws ConfigError naming the variable or flag, the problem and an example */
export function parseConfig(
  environment: Environment,
  overrides: Overrides = {},
  { removedProxyVariables = [], missingSecrets = [] }: EnvironmentFacts = {},
): Config {
  const flags = definedOnly({ PORT: overrides.port, HOST: overrides.host, DATA_DIR: overrides.data });
  const given: Environment = { ...environment, ...flags };
  const { environment: named, nodeEnvironment, ...rest } = parseAll(given, overrides);
  const effective =
    named || (nodeEnvironment === "production" || nodeEnvironment === "development" ? nodeEnvironment : "");
  if (rest.masterKey !== null && rest.masterKeyFile !== null) {
    throw new ConfigError(
      "MASTER_KEY and MASTER_KEY_FILE are both set: keep one, for example MASTER_KEY_FILE=/run/secrets/salute-master.key",
    );
  }
  const halfSet = missingSecrets.includes(SETTINGS.backupS3SecretAccessKey.variable)
    ? null
    : halfSetStore(rest);
  if (halfSet !== null) throw new ConfigError(halfSet);
  refuseTwoLeases(rest);
  refuseTwoRoles(rest);
  refuseWideQuorum(rest);
  return {
    ...rest,
    isProduction: effective === "production",
    environmentNamed: effective !== "",
    removedProxyVariables,
    described: describeSettings(environment, flags),
    missingSecrets,
    serverBaseUrl: null,
  };
}

/** Environment of child processes: this process's own, without the removed variables. */
export function childEnvironment(): Record<string, string> {
  return definedOnly(process.env) as Record<string, string>;
}

/** Environment of Litestream: its own variables, its store's, and the system's; none of salute's secrets. */
export function litestreamEnvironment(): Record<string, string> {
  const isIts = (name: string) =>
    /^(LITESTREAM_|AWS_|AZURE_|GOOGLE_|GCLOUD_|B2_|R2_|SFTP_|SSL_CERT_)/.test(name) ||
    ["PATH", "HOME", "TMPDIR", "USER", "LANG", "TZ"].includes(name);
  return Object.fromEntries(Object.entries(childEnvironment()).filter(([name]) => isIts(name)));
}

function refuseTwoLeases({ leaseStrict, leaseLenient }: Pick<Values, "leaseStrict" | "leaseLenient">): void {
  if (leaseStrict && leaseLenient)
    throw new ConfigError(
      "LEASE_STRICT and LEASE_LENIENT are both set: one refuses changes that the replica lacks, the other goes on without the replica. Keep one. Example: LEASE_STRICT=1",
    );
}

/** A wallet that is both treasury and reserve would be subtracted twice. */
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

/** Flags that take precedence over variables, as typed. */
const FLAGS: Record<string, { flag: string; of: keyof Overrides }> = {
  PORT: { flag: "--port", of: "port" },
  HOST: { flag: "--host", of: "host" },
  DATA_DIR: { flag: "--data", of: "data" },
};

function parseAll(environment: Environment, overrides: Overrides): Values {
  const settings: { [Name in keyof Values]: Setting<Values[Name]> } = SETTINGS;
  const values: Partial<Values> = {};
  const parse = <Name extends keyof Values>(name: Name) => {
    values[name] = parseOne(settings[name], environment, overrides);
  };
  const isName = (name: string): name is keyof Values => name in SETTINGS;
  const isWhole = (some: Partial<Values>): some is Values =>
    Object.keys(SETTINGS).every((name) => name in some);
  Object.keys(SETTINGS).filter(isName).forEach(parse);
  if (!isWhole(values)) throw new Error("a setting was not parsed");
  return values;
}

function parseOne<Value>(each: Setting<Value>, environment: Environment, overrides: Overrides): Value {
  const given = environment[each.variable];
  try {
    return each.parse(given === undefined || given === "" ? each.fallback : given);
  } catch (error) {
    const shown = each.isSecret === true ? "its value" : JSON.stringify(withoutPasswords(given ?? ""));
    const typed = FLAGS[each.variable];
    if (typed !== undefined && overrides[typed.of] !== undefined)
      throw new FlagError(
        `${typed.flag}: ${shown} ${(error as Error).message}. Example: ${typed.flag} ${each.example}`,
      );
    throw new ConfigError(
      `${each.variable}: ${shown} ${(error as Error).message}. Example: ${each.variable}=${each.example}`,
    );
  }
}

/** The process's own settings, as commands beside the server adopt them. */
export function settingsForCommands(): ServerSettings["settings"] {
  return describeForCommands(Object.values(SETTINGS), process.env);
}

/** The process's own settings, for `doctor --env`. */
export function describeProcessSettings(): SettingRow[] {
  return describeSettings(process.env);
}

/** The server's address for clients on this machine: the public address, otherwise the port on loopback. */
export function clientBaseUrl(config: Config): string {
  return config.publicBaseUrl ?? config.serverBaseUrl ?? `http://127.0.0.1:${config.port}`;
}

/** Whether the address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** @throws ConfigError if the server would be open to other machines without a named environment */
export function requireNamedEnvironment(config: Config): void {
  if (isLoopback(config.host) || config.environmentNamed) return;
  throw new ConfigError(
    `HOST ${config.host} is open to other machines: say what this is with SALUTE_ENV=production or SALUTE_ENV=development (or NODE_ENV), or listen on 127.0.0.1.`,
  );
}

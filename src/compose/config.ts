import { readFileSync } from "node:fs";
import { fileFaultWords } from "../kit/process/files.ts";
import { accountName } from "../kit/process/ownership.ts";
import { ConfigError, FlagError } from "./config-error.ts";
import { describeSettings, type SettingRow } from "./describe-settings.ts";
import { type Environment, parseEnvironmentFile } from "./environment.ts";
import { type Overrides, parseSettings, toVariables } from "./parsing/parse-settings.ts";
import { type UnknownVariable, unknownVariables } from "./parsing/unknown.ts";
import { adopt, describeForCommands, readServerSettings, type ServerSettings } from "./server-settings.ts";
import { SETTINGS, type Values } from "./settings/index.ts";

export interface Config extends Omit<Values, "environment" | "nodeEnvironment"> {
  isProduction: boolean;
  /** Whether SALUTE_ENV or NODE_ENV names the environment. */
  environmentNamed: boolean;
  /** Proxy variables that were removed from the process: Bun's fetch would send pinned deliveries through them. */
  removedProxyVariables: readonly string[];
  /** Every setting with its value and source; secrets are masked. */
  described: readonly SettingRow[];
  /** Variables of the environment that look like settings but are none. */
  unknown: readonly UnknownVariable[];
  /** Secret settings of the directory's server that this command lacks; empty for the server itself. */
  missingSecrets: readonly string[];
  /** Address of the server whose directory it is, as it was at its start; null for the server itself. */
  serverBaseUrl: string | null;
}

export { ConfigError, FlagError } from "./config-error.ts";
export type { Environment } from "./environment.ts";

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

/** The settings read again, and the variables that changed since the last time. */
export interface Reread {
  config: Config;
  changed: readonly string[];
}

/** Reads the settings again. */
export interface SettingsReader {
  /** The environment at the reader's creation, without the file's variables. */
  own: Environment;
  /** From that environment, and the file as it is now. @throws ConfigError, FlagError if the settings are invalid */
  again(): Reread;
}

/** Create it before the file is first read, which adds its variables to the environment. */
export function settingsReader(overrides: Overrides, { envFile }: Source): SettingsReader {
  const own: Environment = { ...process.env };
  const read = () => (envFile === undefined ? own : { ...own, ...readEnvironmentFile(envFile) });
  let last: Environment = read();
  const again = () => {
    const next = read();
    const config = parseConfig(next, overrides);
    const changed = config.described
      .map(({ variable }) => variable)
      .filter((variable) => (last[variable] || "") !== (next[variable] || ""));
    last = next;
    return { config, changed };
  };
  return { own, again };
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
    return { ...adopt(server, own, dataDir), baseUrl: server.base_url ?? null };
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** Facts about the environment that the configuration repeats. */
type EnvironmentFacts = Partial<Pick<Config, "removedProxyVariables" | "missingSecrets">>;

/** @throws ConfigError with every fault: the variable or flag, the problem and an example */
export function parseConfig(
  environment: Environment,
  overrides: Overrides = {},
  { removedProxyVariables = [], missingSecrets = [] }: EnvironmentFacts = {},
): Config {
  const flags = toVariables(overrides);
  const given: Environment = { ...environment, ...flags };
  const {
    environment: named,
    nodeEnvironment,
    ...rest
  } = parseSettings({ environment: given, overrides, missingSecrets });
  const effective =
    named || (nodeEnvironment === "production" || nodeEnvironment === "development" ? nodeEnvironment : "");
  return {
    ...rest,
    isProduction: effective === "production",
    environmentNamed: effective !== "",
    removedProxyVariables,
    described: describeSettings(environment, flags),
    unknown: unknownVariables(environment),
    missingSecrets,
    serverBaseUrl: null,
  };
}

/** Directory of the databases, without reading any other setting. */
export function dataDirectory({ data }: Pick<Overrides, "data">): string {
  return data ?? (process.env.DATA_DIR || SETTINGS.dataDir.fallback);
}

/** The account that runs this process, with who became it by sudo: `root`, `root for zoe`. */
export function operatingUser(): string {
  const behind = process.env.SUDO_USER;
  return behind ? `${accountName()} for ${behind}` : accountName();
}

/** Pid of the service's main process, as systemd started it; null if systemd did not. */
export function systemdMainProcess(): number | null {
  const pid = Number(process.env.SYSTEMD_EXEC_PID);
  return pid > 0 ? pid : null;
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

function definedOnly(values: Environment): Environment {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
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

import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "../http/schema/shapes.ts";
import { sha256Hex } from "../kit/crypto/seal.ts";
import { checkedJson } from "../kit/formats/checked-json.ts";
import { withoutPasswords } from "./describe-settings.ts";
import type { Environment } from "./environment.ts";
import type { Setting } from "./settings/setting.ts";

/**
 * The settings of a data directory's server, written at its start (contract section 1), so that commands beside it
 * use the same mode and settings. Secrets are stored only as hashes.
 */
const ServerSettings = Type.Object({
  mode: OneOf(["production", "development"]),
  /** Whether its environment names the mode; absent where an older release wrote the file. */
  names_mode: Type.Optional(Type.Boolean()),
  /** The base address of links; absent in a restored directory before its first start. */
  base_url: Type.Optional(Type.String()),
  /** Settings from its environment; for a secret, the SHA-256 of its value. */
  settings: Type.Record(
    Type.String(),
    Type.Union([Type.Object({ value: Type.String() }), Type.Object({ sha256: Type.String() })]),
  ),
  /** PORT and HOST, from its environment or flags; absent where an older release wrote the file. */
  listens: Type.Optional(Type.Object({ PORT: Type.String(), HOST: Type.String() })),
  /** Names of variables that look like settings but are none; absent where an older release wrote the file. */
  unknown: Type.Optional(Type.Array(Type.String())),
});
export type ServerSettings = Static<typeof ServerSettings>;

const FILE = "server.json";
const SERVER_SETTINGS = checkedJson(FILE, ServerSettings);
/** Settings of the server's own process or of `salute call`, which other commands ignore. */
const OWN = new Set([
  ...["PORT", "HOST", "DATA_DIR", "LOG_LEVEL", "SALUTE_ENV", "NODE_ENV", "REQUIRED_SETTINGS"],
  ...["XDG_CONFIG_HOME", "SALUTE_KEY", "SALUTE_SECRET"],
]);

/** Null if no server has started on the directory, or its file cannot be read. */
export function readServerSettings(dataDir: string): ServerSettings | null {
  const path = join(dataDir, FILE);
  if (!existsSync(path) || !statSync(path).isFile()) return null;
  try {
    return SERVER_SETTINGS.read(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** When the directory's server last wrote its settings, which it does at its start. Unix ms; null if none did. */
export function serverStartedAt(dataDir: string): number | null {
  return statSync(join(dataDir, FILE), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Replaces the file in one step, for the server's account only. */
export function writeServerSettings(dataDir: string, settings: ServerSettings): void {
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The settings of an environment in the file's form. An address with a password is a secret, too. */
export function describeForCommands(
  all: readonly Setting<unknown>[],
  environment: Environment,
): ServerSettings["settings"] {
  const named = all.flatMap(({ variable, isSecret }): [string, { value: string } | { sha256: string }][] => {
    const value = environment[variable];
    if (value === undefined || value === "" || OWN.has(variable)) return [];
    const isHidden = isSecret === true || withoutPasswords(value) !== value;
    return [[variable, isHidden ? { sha256: sha256Hex(value) } : { value }]];
  });
  return Object.fromEntries(named);
}

/** The environment of a command beside a server, and the server's secrets that it lacks. */
export interface AdoptedSettings {
  environment: Environment;
  /** Secret settings of the server that the command lacks, or has with another value. */
  missing: readonly string[];
}

/**
 * Adds the server's mode and settings to a command's environment, whose own settings take precedence.
 * @throws Error with an explanation if it names another mode than the server's
 */
export function adopt(server: ServerSettings, environment: Environment, dataDir: string): AdoptedSettings {
  const own = environment.SALUTE_ENV || environment.NODE_ENV;
  if ((own === "production" || own === "development") && own !== server.mode)
    throw new Error(
      `${dataDir} is the directory of a ${server.mode} server, and SALUTE_ENV or NODE_ENV says ${own}: unset it, or give the server's environment with --env-file FILE.`,
    );
  const adopted: Record<string, string | undefined> = { ...environment };
  if (server.names_mode !== false) adopted.SALUTE_ENV = server.mode;
  const missing: string[] = [];
  for (const [variable, kept] of Object.entries(server.settings)) {
    const value = environment[variable];
    const isGiven = value !== undefined && value !== "";
    if ("value" in kept) adopted[variable] = isGiven ? value : kept.value;
    else if (!isGiven || sha256Hex(value) !== kept.sha256) missing.push(variable);
  }
  for (const [variable, value] of Object.entries(server.listens ?? {}))
    if (!environment[variable]) adopted[variable] = value;
  for (const name of server.unknown ?? []) adopted[name] ??= "";
  return { environment: adopted, missing };
}

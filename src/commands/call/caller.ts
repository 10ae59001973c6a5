import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Config, clientBaseUrl } from "../../compose/config.ts";
import { isOpenToOthers, permissionsOf } from "../../kit/files.ts";
import { JsonError, parseJsonObject } from "../../kit/json.ts";
import { CommandFailed, type Flags, textFlag, UsageError } from "../command.ts";

/** The signer, and the server's address. */
export interface Caller {
  key: string;
  secret: string;
  /** Without a slash at its end. */
  baseUrl: string;
}

interface Profile {
  key: string;
  secret: string;
  base_url?: string;
}

/**
 * Key and secret from the flags, otherwise the profile, otherwise the environment; the base address likewise,
 * otherwise the server's own. @throws UsageError without a key, CommandFailed if the profile cannot be read
 */
export function callerOf(flags: Flags, config: Config): Caller {
  const [key, secret, name] = [textFlag(flags, "key"), textFlag(flags, "secret"), textFlag(flags, "profile")];
  if (name !== undefined && (key !== undefined || secret !== undefined))
    throw new UsageError("give --profile, or --key and --secret, not both");
  const profile = name === undefined ? null : readProfile(profilesPath(config), name);
  const baseUrl = textFlag(flags, "base-url") ?? profile?.base_url ?? clientBaseUrl(config);
  const signer = profile ?? keyPair(key, secret, config);
  return { key: signer.key, secret: signer.secret, baseUrl: plainBaseUrl(baseUrl) };
}

function keyPair(
  key: string | undefined,
  secret: string | undefined,
  config: Config,
): Pick<Caller, "key" | "secret"> {
  if (key !== undefined && secret !== undefined) return { key, secret };
  if (key !== undefined || secret !== undefined) throw new UsageError("--key and --secret go together");
  if (config.clientKey !== null && config.clientSecret !== null)
    return { key: config.clientKey, secret: config.clientSecret };
  throw new UsageError(
    "no key to sign with: give --key and --secret, or --profile, or set SALUTE_KEY and SALUTE_SECRET",
  );
}

function profilesPath(config: Config): string {
  return join(config.clientConfigDir ?? join(homedir(), ".config"), "salute", "profiles.json");
}

/** Errors never quote the file, because it holds secrets. */
function readProfile(path: string, name: string): Profile {
  const form = `{"${name}": {"key": "pk_…", "secret": "sk_…", "base_url": "https://…"}}`;
  const permissions = permissionsOf(path);
  if (permissions === null)
    throw new CommandFailed(`${path} is missing: make it with mode 0600, holding ${form}`);
  if (isOpenToOthers(permissions))
    throw new CommandFailed(`${path} is open to other users, and holds secrets. Close it: chmod 600 ${path}`);
  const profiles = parseProfiles(path);
  if (!Object.hasOwn(profiles, name)) {
    const names = Object.keys(profiles);
    throw new CommandFailed(
      `${path} has no profile ${name}; it has ${names.length === 0 ? "none" : names.join(", ")}`,
    );
  }
  const profile = profiles[name];
  if (!isProfile(profile)) throw new CommandFailed(`${path}: profile ${name} is not of the form ${form}`);
  return profile;
}

function parseProfiles(path: string): Record<string, unknown> {
  try {
    return parseJsonObject(readFileSync(path));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new CommandFailed(`${path}: ${error.field === "body" ? "the file" : error.field} ${error.message}`);
  }
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== "object" || value === null) return false;
  const { key, secret, base_url } = value as Record<string, unknown>;
  return (
    typeof key === "string" &&
    typeof secret === "string" &&
    (base_url === undefined || typeof base_url === "string")
  );
}

/** @throws UsageError if it is not an address of a server */
function plainBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "")
    throw new UsageError(`the base address ${text} is not an http or https address`);
  return text.replace(/\/+$/, "");
}

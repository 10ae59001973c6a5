import { mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { JsonError, parseJsonObject } from "../../kit/formats/json.ts";
import { isOpenToOthers, readPermissions, replacePrivateFile } from "../../kit/process/files.ts";
import { CommandFailed } from "../command.ts";

export interface Profile {
  key: string;
  secret: string;
  base_url?: string;
}

/** Of a profile that a first start wrote; the next first start replaces it. */
const MADE_BY = "first start";

export function profilesPath({ clientConfigDir }: { clientConfigDir: string | null }): string {
  return join(clientConfigDir ?? join(homedir(), ".config"), "salute", "profiles.json");
}

/** Faults never quote the file: it holds secrets. @throws CommandFailed */
export function readProfile(path: string, name: string): Profile {
  const form = `{"${name}": {"key": "pk_…", "secret": "sk_…", "base_url": "https://…"}}`;
  const permissions = readPermissions(path);
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

/**
 * Writes profiles beside those of the user's file (0600). Returns the names written: a profile that the user made stays,
 * and a file that cannot be read or written, or is open to others, is left alone.
 */
export function writeProfiles(path: string, wanted: Record<string, Profile>): string[] {
  try {
    const permissions = readPermissions(path);
    if (permissions !== null && isOpenToOthers(permissions)) return [];
    const profiles = permissions === null ? {} : parseProfiles(path);
    const names = Object.keys(wanted).filter((name) => isReplaceable(profiles, name));
    if (names.length === 0) return [];
    for (const name of names) profiles[name] = { ...wanted[name], made_by: MADE_BY };
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replacePrivateFile(path, `${JSON.stringify(profiles, null, 2)}\n`);
    return names;
  } catch {
    // A home that is read-only, missing or broken does not prevent a start.
    return [];
  }
}

function isReplaceable(profiles: Record<string, unknown>, name: string): boolean {
  if (!Object.hasOwn(profiles, name)) return true;
  const { made_by } = (profiles[name] ?? {}) as { made_by?: unknown };
  return made_by === MADE_BY;
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

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type Config,
  ConfigError,
  clientBaseUrl,
  dataDirectory,
  FlagError,
  loadConfig,
  operatingUser,
  type SettingsReader,
  settingsReader,
} from "../compose/config.ts";
import { openServices } from "../compose/open/services.ts";
import type { Services } from "../compose/services.ts";
import { hasServer } from "../db/directory-lock.ts";
import { describeLostFile, MAIN_FILES } from "../db/files.ts";
import type { Actor } from "../http/operation.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger } from "../kit/process/log.ts";
import { giveToOwner } from "../kit/process/ownership.ts";
import { readSafeMode } from "../modules/platform/state/index.ts";
import type { ClientSettings } from "./call/caller.ts";
import { type Command, CommandFailed, type Flags, type Invocation, textFlag } from "./command.ts";

/**
 * The configuration of a command: its flags, the environment, and the settings of the directory's server.
 * @throws ConfigError, FlagError
 */
export function resolveConfig(invocation: Invocation): Config {
  return load(invocation, true);
}

/** The configuration of a process that is itself the server, or creates a directory: it adopts no other settings. */
export function resolveOwnConfig(invocation: Invocation): Config {
  return load(invocation, false);
}

/** Reads a server's own settings again. Create it before the settings are read for the first time. */
export function createSettingsReader({ flags }: Invocation): SettingsReader {
  return settingsReader(overridesOf(flags), { envFile: textFlag(flags, "env-file") });
}

/** The settings of a command that only talks to a server. */
export function resolveClientSettings(invocation: Invocation): ClientSettings {
  const config = resolveOwnConfig(invocation);
  return { ...config, clientBaseUrl: clientBaseUrl(config) };
}

function load({ flags }: Invocation, adopts: boolean): Config {
  const overrides = overridesOf(flags);
  const config = loadConfig(overrides, { adopts, envFile: textFlag(flags, "env-file") });
  if (existsSync(config.dataDir) && !statSync(config.dataDir).isDirectory())
    throw overrides.data === undefined
      ? new ConfigError(
          `DATA_DIR: ${config.dataDir} is a file, not the directory of the databases. Example: DATA_DIR=/var/lib/salute`,
        )
      : new FlagError(
          `--data: ${config.dataDir} is a file, not the directory of the databases. Example: --data ./data`,
        );
  return config;
}

function overridesOf(flags: Flags) {
  return {
    data: textFlag(flags, "data"),
    port: textFlag(flags, "port"),
    host: textFlag(flags, "host"),
    autoPromote: flags["auto-promote"] === true ? (flags["dry-run"] === true ? "dry-run" : "on") : undefined,
    promoteAfter: textFlag(flags, "promote-after"),
    cooldown: textFlag(flags, "cooldown"),
    witness: textFlag(flags, "witness"),
  };
}

type Work = (services: Services) => Promise<number> | number;

/** Whether a command is for the service, so that it must run where that leads, or for this directory, such as a backup. */
type Subject = "service" | "directory";

/**
 * Opens the data directory for a command, beside a running server or without one, and closes it afterwards.
 * @throws CommandFailed if the directory holds no databases
 */
export async function withServices(
  invocation: Invocation,
  work: Work,
  subject: Subject = "service",
): Promise<number> {
  const config = resolveConfig(invocation);
  requireDatabases(config);
  return withOpened(config, work, subject);
}

/** The same for a command that creates the databases of an empty directory. */
export function withNewServices(invocation: Invocation, work: Work): Promise<number> {
  return withOpened(resolveConfig(invocation), work, "directory");
}

async function withOpened(config: Config, work: Work, subject: Subject): Promise<number> {
  const services = await openServices(config, {
    clock: systemClock,
    log: createLogger("warn", process.stderr.isTTY === true),
  });
  try {
    return await confirming(services, work, subject);
  } finally {
    await services.close();
  }
}

/**
 * With LEASE_STRICT, what a command changed beside a running server is done once the replica holds it.
 * @throws CommandFailed where it cannot be known to, or another machine leads
 */
async function confirming(services: Services, work: Work, subject: Subject): Promise<number> {
  const { config, live } = services;
  const { counts } = live.writer;
  const before = { commits: counts.commits, isDeposed: isDeposed(services) };
  const confirmed = live.writer.confirmation();
  const code = await work(services);
  // Not of the command that hands over.
  const isOnlyHere = before.isDeposed && isDeposed(services) && counts.commits > before.commits;
  if (isOnlyHere && subject === "service")
    throw new CommandFailed(
      `This machine leads no more: ${readSafeMode(live.read)?.reason}. What this command changed is only in ${config.dataDir}, and has no effect on the service: run it again on the machine that leads.`,
    );
  // A directory that lost the lead is not replicated; without a server, the next start replicates the change.
  if (isDeposed(services) || !hasServer(config.dataDir)) return code;
  try {
    await confirmed();
  } catch (error) {
    throw new CommandFailed(
      `What this command changed is committed here, but the replica is not known to hold it, and a promotion would discard it: ${(error as Error).message} See: salute doctor`,
    );
  }
  return code;
}

function isDeposed({ live }: Services): boolean {
  return ["handed_over", "lost"].includes(readSafeMode(live.read)?.lease ?? "");
}

/** @throws CommandFailed if the directory cannot be read, holds no databases, or lost live.db */
export function requireDatabases({ dataDir }: Config): void {
  requireReadable(dataDir);
  if (!MAIN_FILES.some(({ file }) => existsSync(join(dataDir, file))))
    throw new CommandFailed(
      `${dataDir} holds no databases of salute. Name their directory with --data; the first start (salute serve) creates them.`,
    );
  const loss = describeLostFile(join(dataDir, "live.db"));
  if (loss !== null) throw new CommandFailed(loss);
}

/** @throws CommandFailed if this account may not read the directory, whose files would then seem to be missing */
function requireReadable(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES")
      throw new CommandFailed(`This account may not read ${dataDir}: run it as root or as its owner.`);
  }
}

/**
 * Refuses a command that would act differently from the server beside it (contract section 1).
 * @throws CommandFailed naming the missing settings, and the fix
 */
export function requireSecrets(command: Command, invocation: Invocation): void {
  if (command.needs === undefined) return;
  const { dataDir, missingSecrets } = resolveConfig(invocation);
  const lacking = missingSecrets.filter((name) => command.needs?.includes(name));
  if (lacking.length === 0) return;
  throw new CommandFailed(
    `The server of ${dataDir} runs with ${lacking.join(", ")}, which this command does not have: it would act differently. Give it the server's environment with --env-file FILE.`,
  );
}

/** Files that a command made as root belong to the owner of the data directory, as if that account had run it. */
export function giveFilesToOwner({ isReadOnly }: Command, { flags }: Invocation): void {
  if (isReadOnly !== true) giveToOwner(dataDirectory({ data: textFlag(flags, "data") }));
}

/** The audit trail's actor for a command. */
export function toActor(command: Pick<Command, "name">): Actor {
  return { kind: "command", name: command.name, user: operatingUser() };
}

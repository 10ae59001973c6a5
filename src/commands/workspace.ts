import { join } from "node:path";
import { type Config, loadConfig } from "../compose/config.ts";
import { openServices } from "../compose/open-services.ts";
import type { Services } from "../compose/services.ts";
import type { Actor } from "../http/operation.ts";
import { systemClock } from "../kit/clock.ts";
import { sizeOf } from "../kit/files.ts";
import { createLogger } from "../kit/log.ts";
import { type Command, CommandFailed, type Invocation, textFlag } from "./command.ts";

/** The configuration that a command's own flags and the environment give. */
export function configOf({ flags }: Invocation): Config {
  return loadConfig({
    data: textFlag(flags, "data"),
    port: textFlag(flags, "port"),
    host: textFlag(flags, "host"),
  });
}

type Work = (services: Services) => Promise<number> | number;

/** Opens the data directory for a command, beside a running server or without one, and closes it after. */
export async function withServices(invocation: Invocation, work: Work): Promise<number> {
  const services = await openServices(
    configOf(invocation),
    systemClock,
    createLogger("warn", process.stderr.isTTY === true),
  );
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** The same for what makes no sense in a directory that nothing was made in yet. @throws CommandFailed there. */
export function withExistingServices(invocation: Invocation, work: Work): Promise<number> {
  requireDatabases(configOf(invocation));
  return withServices(invocation, work);
}

/** @throws CommandFailed where the directory holds no databases. */
export function requireDatabases({ dataDir }: Config): void {
  if (sizeOf(join(dataDir, "live.db")) !== null) return;
  throw new CommandFailed(
    `${dataDir} holds no databases of salute. Name their directory with --data; the first start (salute serve) makes them.`,
  );
}

/** Who the audit trail names for what a command did. */
export function actorOf(command: Pick<Command, "name">): Actor {
  return { kind: "command", name: command.name };
}

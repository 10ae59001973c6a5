import { type Config, loadConfig } from "../config.ts";
import type { Actor } from "../http/operation.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger } from "../kit/log.ts";
import { openServices, type Services } from "../services.ts";
import { type Command, type Invocation, textFlag } from "./command.ts";

/** The configuration that a command's own flags and the environment give. */
export function configOf({ flags }: Invocation): Config {
  return loadConfig({
    data: textFlag(flags, "data"),
    port: textFlag(flags, "port"),
    host: textFlag(flags, "host"),
  });
}

/** Opens the data directory for a command, beside a running server or without one, and closes it after. */
export async function withServices(
  invocation: Invocation,
  work: (services: Services) => Promise<number> | number,
): Promise<number> {
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

/** Who the audit trail names for what a command did. */
export function actorOf(command: Pick<Command, "name">): Actor {
  return { kind: "command", name: command.name };
}

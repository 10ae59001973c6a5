import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ownProgram } from "../kit/process/own-program.ts";
import {
  type Command,
  CommandFailed,
  type Flags,
  type Option,
  print,
  textFlag,
  UsageError,
} from "./command.ts";
import { installSteps } from "./service/steps.ts";
import { PLACES, type Role, type ServicePlaces, unitText } from "./service/unit.ts";

const OPTIONS: Record<string, Option> = {
  standby: { type: "boolean", meaning: "The standby of a second machine instead of the server" },
  user: { type: "string", value: "NAME", meaning: "System user of the service (salute)" },
};

const printUnit: Command = {
  name: "service print",
  usage: "service print [--standby] [--user NAME]",
  summary: "Print the systemd unit",
  options: OPTIONS,
  run: ({ flags }) => {
    print(unitText(placesOf(flags), roleOf(flags)).trimEnd());
    return 0;
  },
};

const install: Command = {
  name: "service install",
  usage: "service install [--standby] [--user NAME] [--dry-run] [--root DIR]",
  summary:
    "Install salute as a systemd service: executable, user, environment file and units; prints each step",
  details:
    "Run it as root. Existing parts are kept; the environment file is never overwritten. The data is in /var/lib/salute.",
  options: {
    ...OPTIONS,
    "dry-run": { type: "boolean", meaning: "Print the steps without doing them" },
    root: { type: "string", value: "DIR", meaning: "Put the files below DIR, for an image; starts nothing" },
  },
  run: ({ flags }) => {
    const root = resolve(textFlag(flags, "root") ?? "/");
    const isDry = flags["dry-run"] === true;
    const places = placesOf(flags);
    if (!isDry && root === "/") requireSystem();
    const [program = ""] = ownProgram([]);
    const steps = installSteps({
      places,
      role: roleOf(flags),
      executable: ownProgram([]).length === 1 ? program : null,
      root,
      hasUser: new RegExp(`^${places.user}:`, "m").test(readFileSync("/etc/passwd", "utf8")),
    });
    for (const { words, run } of steps) {
      print(isDry && run !== undefined ? `would: ${words}` : words);
      if (!isDry) run?.();
    }
    return 0;
  },
};

function roleOf(flags: Flags): Role {
  return flags.standby === true ? "standby" : "server";
}

/** @throws UsageError for a name that useradd would refuse */
function placesOf(flags: Flags): ServicePlaces {
  const user = textFlag(flags, "user") ?? PLACES.user;
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(user))
    throw new UsageError(`--user ${JSON.stringify(user)} is not a user name such as salute`);
  return { ...PLACES, user };
}

/** @throws CommandFailed */
function requireSystem(): void {
  if (!existsSync("/run/systemd/system"))
    throw new CommandFailed(
      "systemd is not running here: use --root DIR for an image, or salute service print for the unit alone.",
    );
  if (process.getuid?.() !== 0) throw new CommandFailed("Run it as root: sudo salute service install");
}

export const serviceCommands: readonly Command[] = [printUnit, install];

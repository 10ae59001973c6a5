import { accessSync, constants, existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { childEnvironment } from "../compose/config.ts";
import type { Environment } from "../compose/environment.ts";
import { httpAddress } from "../kit/network/addresses.ts";
import { ownProgram } from "../kit/process/own-program.ts";
import { isStandby } from "../modules/operations/promotion/index.ts";
import {
  type Command,
  CommandFailed,
  type Invocation,
  print,
  requiredFlag,
  textFlag,
  UsageError,
} from "./command.ts";
import { askForRestart } from "./server/handover/client.ts";
import { readServiceSettings } from "./service/settings.ts";
import { PLACES, UNIT_PATH } from "./service/unit.ts";
import { makeBackup } from "./upgrade/backup.ts";
import { waitUntilReady } from "./upgrade/client.ts";
import { discardStaged, requireVersion, stageProgram, swapBack, swapProgram } from "./upgrade/program.ts";
import { promisedHash } from "./upgrade/promised-hash.ts";
import { requireDatabases, resolveConfig } from "./workspace.ts";

const WAIT_SECONDS = 60;

export const upgrade: Command = {
  name: "upgrade",
  usage:
    "upgrade --from FILE [--hash HEX] [--signers FILE] [--program PATH] [--restart COMMAND] [--url URL] [--wait SECONDS] [--dry-run]",
  summary:
    "Replace this executable by another release: check, back up, replace, restart, and roll back on failure",
  details:
    "FILE is a release's archive or the executable in it. Its hash is held against --hash, or against SHA256SUMS beside it, whose signature is verified. The service's settings, its data directory too, are those of its unit and of /etc/salute/salute.env, or of --env-file. The executable before it stays at PROGRAM.previous. Where /readyz does not answer in time, that one is put back and restarted; if the databases were brought up to date meanwhile it refuses them, and the backup that was just made is the way back. A standby is restarted without a backup: it restores a new copy of the replica, for which --wait must be long enough.",
  options: {
    from: { type: "string", value: "FILE", meaning: "The release's archive or executable" },
    hash: { type: "string", value: "HEX", meaning: "Its SHA-256, if there is no SHA256SUMS beside it" },
    signers: {
      type: "string",
      value: "FILE",
      meaning: "Keys that may sign SHA256SUMS, as allowed signers of ssh-keygen (those in this executable)",
    },
    program: { type: "string", value: "PATH", meaning: "The executable to replace (this one)" },
    restart: {
      type: "string",
      value: "COMMAND",
      meaning:
        "Command that restarts the service. Without it the server hands over to the new executable, as in salute restart; where it cannot, and on a standby: systemctl restart of its unit",
    },
    url: { type: "string", value: "URL", meaning: "The service's address (http://HOST:PORT)" },
    wait: { type: "string", value: "SECONDS", meaning: `Seconds to wait for /readyz (${WAIT_SECONDS})` },
    "dry-run": { type: "boolean", meaning: "Check the file and print the steps without doing them" },
  },
  run: async (invocation) => {
    const plan = planOf(invocation);
    const { file, program } = plan;
    const { flags } = invocation;
    const promised = promisedHash(file, textFlag(flags, "hash"), textFlag(flags, "signers"));
    const staged = await stageProgram(file, program, promised.sha256);
    try {
      print(`${file}: its hash is that of ${promised.by}`);
      const versions = { before: requireVersion(program, program), after: requireVersion(staged, file) };
      print(`${program}: salute ${versions.before}, to become ${versions.after}`);
      if (invocation.flags["dry-run"] !== true) return await carryOut(plan, staged, versions);
      if (!plan.follows) print(`would: make a backup of ${plan.dataDir}`);
      print(`would: replace ${program} by ${file}`);
      print(
        `would: ${plan.restart?.join(" ") ?? "have the server hand over"}, and wait ${plan.waitSeconds} s for ${plan.url}/readyz`,
      );
      return 0;
    } finally {
      discardStaged(staged);
    }
  },
};

interface Plan {
  /** Settings of the service, which this process may lack. */
  environment: Environment;
  file: string;
  program: string;
  dataDir: string;
  /** Whether it is a standby's directory, without databases of its own. */
  follows: boolean;
  /** The given command, or that of the standby's unit; null to have the server hand over if it can. */
  restart: string[] | null;
  url: string;
  waitSeconds: number;
}

/** @throws UsageError, CommandFailed */
function planOf(invocation: Invocation): Plan {
  const { flags } = invocation;
  const file = resolve(requiredFlag(flags, "from"));
  if (!existsSync(file)) throw new CommandFailed(`${file}: there is no such file`);
  const own = ownProgram([]);
  const program = textFlag(flags, "program") ?? (own.length === 1 ? own[0] : undefined);
  if (program === undefined)
    throw new UsageError("salute runs from source: name the executable with --program");
  const environment = readServiceSettings(textFlag(flags, "env-file") ?? PLACES.environmentFile, UNIT_PATH);
  const config = resolveConfig(withDirectoryOf(environment, invocation));
  const follows = isStandby(config.dataDir);
  if (!follows) requireDatabases(config);
  requireWritable(dirname(resolve(program)));
  const { HOST = config.host, PORT = config.port } = environment;
  const waitSeconds = Number(textFlag(flags, "wait") ?? WAIT_SECONDS);
  if (!(waitSeconds > 0 && waitSeconds <= 3_600))
    throw new UsageError("--wait is a number of seconds, 1 to 3600");
  return {
    environment,
    file,
    program: resolve(program),
    dataDir: config.dataDir,
    follows,
    restart: textFlag(flags, "restart")?.split(/\s+/) ?? (follows ? restartUnit("salute-standby") : null),
    url: (textFlag(flags, "url") ?? httpAddress(HOST, Number(PORT))).replace(/\/+$/, ""),
    waitSeconds,
  };
}

/** The service's data directory, where neither a flag nor this process's environment names one. */
function withDirectoryOf({ DATA_DIR }: Environment, invocation: Invocation): Invocation {
  const isNamed = textFlag(invocation.flags, "data") !== undefined || childEnvironment().DATA_DIR;
  if (isNamed || DATA_DIR === undefined) return invocation;
  return { ...invocation, flags: { ...invocation.flags, data: DATA_DIR } };
}

function requireWritable(directory: string): void {
  try {
    accessSync(directory, constants.W_OK);
  } catch {
    throw new CommandFailed(`${directory} is not writable by this account: run it as root.`);
  }
}

async function carryOut(
  plan: Plan,
  staged: string,
  { before, after }: { before: string; after: string },
): Promise<number> {
  const backup = plan.follows ? null : makeBackup(plan.dataDir, plan.environment);
  if (backup !== null) print(`backup ${backup.id} is made`);
  const previous = swapProgram(staged, plan.program);
  print(`${plan.program} is replaced; the previous one is ${previous}`);
  const { fault, goesOn } = await replaceServer(plan);
  if (fault === null) {
    print(`salute ${after} is ready`);
    return 0;
  }
  print(`salute ${after} is not ready: ${fault}; rolling back`);
  swapBack(previous, plan.program);
  if (goesOn) throw new CommandFailed(`Rolled back: salute ${before} served all the time.`);
  const { fault: still } = await replaceServer(plan);
  if (still === null) throw new CommandFailed(`Rolled back: salute ${before} is ready again.`);
  const wayBack =
    backup === null
      ? "Its log says why: journalctl -u salute-standby"
      : `If it refuses newer databases, restore the backup: salute restore --from ${plan.dataDir}/backups/${backup.file} --data NEW`;
  throw new CommandFailed(`Rolled back to salute ${before}, which is not ready either: ${still}. ${wayBack}`);
}

/** Why the new server is not ready, or null; and whether the former one still serves. */
interface Replacement {
  fault: string | null;
  goesOn: boolean;
}

/** Has the server hand over to the new executable; if it cannot, or a command is given, restarts it by the command. */
async function replaceServer({ dataDir, restart: given, url, waitSeconds }: Plan): Promise<Replacement> {
  const outcome = given === null ? await askForRestart(dataDir) : null;
  if (outcome !== null && "reason" in outcome) {
    if (!outcome.needs_stop) return { fault: outcome.reason, goesOn: true };
    print(`the server cannot hand over: ${outcome.reason}`);
  }
  const handedOver = outcome !== null && "pid" in outcome;
  if (handedOver)
    print(`process ${outcome.pid} serves; requests waited for ${Math.round(outcome.held_ms)} ms`);
  const refused = handedOver ? null : restart(given ?? restartUnit("salute"));
  return { fault: refused ?? (await waitUntilReady(url, waitSeconds)), goesOn: false };
}

function restartUnit(unit: string): string[] {
  return ["systemctl", "restart", unit];
}

/** Null if it was restarted, otherwise the reason. */
function restart(command: readonly string[]): string | null {
  try {
    const { exitCode, stderr } = Bun.spawnSync([...command], { stdin: "ignore", stderr: "pipe" });
    return exitCode === 0 ? null : `${command.join(" ")}: ${stderr.toString().trim() || `exit ${exitCode}`}`;
  } catch (error) {
    return `${command.join(" ")}: ${(error as Error).message}`;
  }
}

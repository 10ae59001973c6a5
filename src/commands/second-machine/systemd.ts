import { resolve } from "node:path";
import { childEnvironment, systemdMainProcess } from "../../compose/config.ts";
import { CommandFailed } from "../command.ts";
import { readServiceSettings } from "../service/settings.ts";
import { PLACES } from "../service/unit.ts";

const SERVER = "salute.service";
const STANDBY = "salute-standby.service";

/** A machine's units, which run on this data directory. */
export interface Units {
  /** Stops the standby, which has the directory locked. @throws CommandFailed, as without the right to */
  stopStandby(): Promise<void>;
  /** Starts the standby again, if it ran before: the promotion was not made. */
  resumeStandby(): Promise<void>;
  /** Has the server's unit serve, now and after a restart of the machine. @throws CommandFailed */
  startServer(): Promise<void>;
}

/**
 * The units to which a promotion hands over; null where systemd does not run, lacks one of them, has them on another
 * directory, or runs this process itself.
 */
export async function findUnits(dataDir: string): Promise<Units | null> {
  if (systemdMainProcess() === process.pid) return null;
  const server = await show(SERVER);
  const standby = await show(STANDBY);
  if (server?.LoadState !== "loaded" || standby?.LoadState !== "loaded") return null;
  const environmentFile = server.EnvironmentFiles?.split(" ", 1)[0] || PLACES.environmentFile;
  const { DATA_DIR } = readServiceSettings(environmentFile, server.FragmentPath ?? "");
  if (DATA_DIR === undefined || resolve(DATA_DIR) !== resolve(dataDir)) return null;
  const wasRunning = standby.ActiveState === "active";
  return {
    stopStandby: () => control(["stop", STANDBY]),
    resumeStandby: () => (wasRunning ? control(["start", STANDBY]) : Promise.resolve()),
    async startServer() {
      await control(["disable", STANDBY]);
      await control(["enable", SERVER]);
      await control(["start", SERVER]);
    },
  };
}

type Properties = Partial<Record<"LoadState" | "ActiveState" | "FragmentPath" | "EnvironmentFiles", string>>;

/** Null where systemd does not answer. */
async function show(unit: string): Promise<Properties | null> {
  const names = "LoadState,ActiveState,FragmentPath,EnvironmentFiles";
  const { code, out } = await systemctl(["show", `--property=${names}`, unit]);
  if (code !== 0) return null;
  const pairs = out.split("\n").map((line) => /^(\w+)=(.*)$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1], pair[2]]])));
}

async function control(words: string[]): Promise<void> {
  const { code, err } = await systemctl(words);
  if (code === 0) return;
  throw new CommandFailed(
    `systemctl ${words.join(" ")} failed: ${err.trim() || `exit ${code}`}. Run it as root, or with --foreground to serve in this process.`,
  );
}

async function systemctl(words: string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const child = Bun.spawn(["systemctl", "--no-ask-password", ...words], {
      env: childEnvironment(),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, err };
  } catch (error) {
    return { code: 127, out: "", err: (error as Error).message };
  }
}

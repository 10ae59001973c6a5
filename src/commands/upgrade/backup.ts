import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { childEnvironment } from "../../compose/config.ts";
import { ownProgram } from "../../kit/own-program.ts";
import { CommandFailed } from "../command.ts";

/** The settings in a systemd environment file; none where there is no such file, or it may not be read. */
export function readEnvironmentFile(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  const lines = readFileSync(path, "utf8").split("\n");
  const pairs = lines.flatMap((line) => {
    const [, name = "", value = ""] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    return name === "" ? [] : [[name, value.trim().replace(/^(["'])(.*)\1$/, "$2")] as const];
  });
  return Object.fromEntries(pairs);
}

/**
 * Makes a backup with the present executable, as the owner of the data, so that root leaves the service its files.
 * @throws CommandFailed with the last line that it said
 */
export function makeBackup(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): { id: string; file: string } {
  const [program = "", ...words] = ownProgram(["backup", "run", "--json", "--data", dataDir]);
  const { uid, gid } = statSync(dataDir);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  const { status, stdout, stderr } = spawnSync(program, words, {
    ...owner,
    env: { ...childEnvironment(), ...environment },
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (status !== 0)
    throw new CommandFailed(
      `No backup could be made, so nothing was swapped: ${stderr?.trim().split("\n").at(-1)}`,
    );
  return JSON.parse(stdout) as { id: string; file: string };
}

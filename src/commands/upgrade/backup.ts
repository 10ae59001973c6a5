import { spawnSync } from "node:child_process";
import { Type } from "@sinclair/typebox";
import { childEnvironment } from "../../compose/config.ts";
import type { Environment } from "../../compose/environment.ts";
import { checkedJson } from "../../kit/formats/checked-json.ts";
import { ownProgram } from "../../kit/process/own-program.ts";
import { CommandFailed } from "../command.ts";

const BACKUP = checkedJson("The backup", Type.Object({ id: Type.String(), file: Type.String() }));

/**
 * Makes a backup with the present executable.
 * @throws CommandFailed with the command's last line
 */
export function makeBackup(dataDir: string, environment: Environment): { id: string; file: string } {
  const [program = "", ...words] = ownProgram(["backup", "run", "--json", "--data", dataDir]);
  const { status, stdout, stderr } = spawnSync(program, words, {
    env: { ...childEnvironment(), ...environment },
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (status !== 0)
    throw new CommandFailed(
      `No backup could be made, so nothing was replaced: ${stderr?.trim().split("\n").at(-1)}`,
    );
  return BACKUP.read(stdout);
}

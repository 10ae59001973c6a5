import { existsSync, readFileSync } from "node:fs";
import { type Environment, parseEnvironmentFile } from "../../compose/environment.ts";
import { CommandFailed } from "../command.ts";

/**
 * The settings of an installed service: those of its unit, and over them those of its environment file; none where there is
 * neither. @throws CommandFailed for a file that cannot be read
 */
export function readServiceSettings(environmentFile: string, unit: string): Environment {
  return { ...read(unit, environmentOfUnit), ...read(environmentFile, parseEnvironmentFile) };
}

function read(path: string, parse: (text: string) => Environment): Environment {
  if (!existsSync(path)) return {};
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new CommandFailed(`${path}: ${(error as Error).message}`);
  }
}

/** The variables of a unit's `Environment=` lines, as `salute service print` writes them: without quotes. */
function environmentOfUnit(text: string): Environment {
  const lines = [...text.matchAll(/^Environment=(.*)$/gm)].map(([, words = ""]) => words);
  return parseEnvironmentFile(lines.join(" ").trim().split(/\s+/).join("\n"));
}

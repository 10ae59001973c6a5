import { readFileSync } from "node:fs";
import { fileFaultWords } from "../../kit/process/files.ts";
import { CommandFailed } from "../command.ts";

/** The content of a file that a flag names. @throws CommandFailed if it cannot be read */
export function readNamedFile(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CommandFailed(`${flag} ${path}: ${fileFaultWords(error)}`);
  }
}

import { nearest } from "../kit/nearest.ts";
import { alignedColumns, type Command, type Option } from "./command.ts";

/** Every command, one per line. */
export function overview({ commands, common }: { commands: readonly Command[]; common: string }): string {
  return [
    "salute: signs, counts and answers for partners",
    listing(commands),
    `${common}\nExit codes: 0 done, 1 failed, 2 wrong usage.`,
  ].join("\n\n");
}

/** The commands that share a first word, such as all of `keys`. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  return [`salute ${group}: ${commands.length} commands`, listing(commands)].join("\n\n");
}

/** One command, with its flags explained. */
export function commandHelp(command: Command, common: Readonly<Record<string, Option>>): string {
  const flags = Object.entries({ ...command.options, ...common });
  return [
    `Usage: salute ${command.usage}`,
    `${command.summary}.`,
    ...(command.details === undefined ? [] : [command.details]),
    alignedColumns(flags.map(([name, option]) => [`  ${spelled(name, option)}`, option.meaning])),
  ].join("\n\n");
}

/** The message for an unknown command. */
export function unknownCommand(words: readonly string[], commands: readonly Command[], see: string): string {
  const names = commands.map((command) => command.name);
  const groups = names.map((name) => name.split(" ")[0] ?? name);
  const typed = words.slice(0, 2).join(" ");
  const near = nearest(typed, [...names, ...groups]) ?? nearest(words[0] ?? "", groups);
  const hint = near === null ? "" : ` Did you mean: salute ${near}?`;
  return `There is no command ${typed}.${hint} See: ${see}`;
}

function listing(commands: readonly Command[]): string {
  return commands
    .filter((command) => command.isInternal !== true)
    .map((command) => `  ${command.usage}\n      ${command.summary}`)
    .join("\n");
}

function spelled(name: string, option: Option): string {
  const value = option.type === "string" ? ` ${option.value ?? "TEXT"}` : "";
  return `--${name}${value}${option.multiple === true ? " …" : ""}`;
}

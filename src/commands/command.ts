import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** Wrong usage: exit 2. */
export class UsageError extends Error {}

/** The command could not do what was asked; the message says why. Exit 1. */
export class CommandFailed extends Error {}

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

export interface Invocation {
  flags: Flags;
  words: string[];
}

export interface Command {
  /** As typed, such as `keys create`. */
  name: string;
  usage: string;
  summary: string;
  options: ParseArgsOptionsConfig;
  run(invocation: Invocation): Promise<number> | number;
}

const COMMON: ParseArgsOptionsConfig = {
  data: { type: "string" },
  help: { type: "boolean" },
  json: { type: "boolean" },
};

/** @throws UsageError naming the flag that is not known or lacks its value. */
export function parseInvocation(command: Command, args: string[]): Invocation {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...COMMON, ...command.options },
      allowPositionals: true,
    });
    return { flags: values as Flags, words: positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: salute ${command.usage}`);
  }
}

export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

export function requiredFlag(flags: Flags, name: string): string {
  const value = textFlag(flags, name);
  if (value === undefined || value === "") throw new UsageError(`--${name} is needed`);
  return value;
}

/** The values of a flag that may repeat and may hold a comma list; undefined where it was not given. */
export function listFlag(flags: Flags, name: string): string[] | undefined {
  const value = flags[name];
  if (value === undefined) return undefined;
  const all = Array.isArray(value) ? value : [value];
  return all
    .flatMap((each) => String(each).split(","))
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

export function oneWord(invocation: Invocation, what: string): string {
  const [word, ...rest] = invocation.words;
  if (word === undefined || rest.length > 0) throw new UsageError(`give one ${what}`);
  return word;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints data as JSON where --json asks for it, else as `human` words it. */
export function printData(flags: Flags, data: unknown, human: () => string): void {
  print(flags.json === true ? JSON.stringify(data, null, 2) : human());
}

/** Rows as aligned columns, with a head; what to say where there are none. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  whenEmpty: string,
): string {
  if (rows.length === 0) return whenEmpty;
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(head), ...rows.map(line)].join("\n");
}

import { parseArgs } from "node:util";
import { nearest } from "../kit/nearest.ts";
import { output } from "./output.ts";

/** Wrong usage: exit 2. */
export class UsageError extends Error {}

/** The command failed; the message says why. Exit 1. */
export class CommandFailed extends Error {}

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

export interface Invocation {
  flags: Flags;
  words: string[];
}

export interface Option {
  type: "string" | "boolean";
  multiple?: boolean;
  /** Name of the value in the help, such as DIR; absent for flags without a value. */
  value?: string;
  /** Effect of the flag, for the help. */
  meaning: string;
  /** Whether an empty value says something: `--allow-ip ""` of `keys set` removes the addresses. */
  mayBeEmpty?: boolean;
}

export interface Command {
  /** As typed, such as `keys create`. */
  name: string;
  usage: string;
  summary: string;
  /** Internal: not listed in the help. */
  isInternal?: boolean;
  /** Facts to know before the first use; a paragraph of the command's help. */
  details?: string;
  /** The words after the name, in order, as in the usage; further words are wrong usage. */
  words?: readonly string[];
  options: Record<string, Option>;
  /** Whether it changes nothing in the data directory. */
  isReadOnly?: boolean;
  /** Secret settings without which the command would act differently from the directory's server. */
  needs?: readonly string[];
  run(invocation: Invocation): Promise<number> | number;
}

/** Flags that commands without a data directory take, too. */
export const CLIENT_OPTIONS: Record<string, Option> = {
  json: { type: "boolean", meaning: "Print data as JSON" },
  help: { type: "boolean", meaning: "Print this help" },
};

/** Flags that every command of the server's executable takes. */
export const COMMON_OPTIONS: Record<string, Option> = {
  data: {
    type: "string",
    value: "DIR",
    meaning: "Directory of the databases and key files (DATA_DIR, otherwise ./data)",
  },
  "env-file": {
    type: "string",
    value: "FILE",
    meaning: "File with environment variables (NAME=value); they override the environment",
  },
  ...CLIENT_OPTIONS,
};

/** @throws UsageError naming an unknown flag or word, or a missing value */
export function parseInvocation(
  command: Command,
  args: string[],
  common: Readonly<Record<string, Option>>,
): Invocation {
  const options = { ...common, ...command.options };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const extra = positionals[command.words?.length ?? 0];
    if (extra !== undefined) throw new Error(`${command.name} takes no ${JSON.stringify(extra)}.`);
    requireValues(values as Flags, options);
    return { flags: values as Flags, words: positionals };
  } catch (error) {
    throw new UsageError(`${faultOf(error as Error, options)}\nUsage: salute ${command.usage}`);
  }
}

/** An empty value, such as of an unset shell variable, would silently mean the default. */
function requireValues(flags: Flags, options: Record<string, Option>): void {
  for (const name of Object.keys(flags)) {
    if (options[name]?.mayBeEmpty === true || !repeatedFlag(flags, name).includes("")) continue;
    throw new Error(`--${name} is empty: give it a value, or leave it out.`);
  }
}

/** The parser's message, or ours for an unknown flag. */
function faultOf(error: Error, options: Record<string, Option>): string {
  const unknown = /^Unknown option '(-[^' ]*)/.exec(error.message)?.[1];
  if (unknown === undefined) return error.message;
  const near = nearest(unknown.replace(/^-+/, ""), Object.keys(options));
  return `There is no flag ${unknown} here.${near === null ? "" : ` Did you mean --${near}?`}`;
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

/** The values of a flag that may repeat, as given. */
export function repeatedFlag(flags: Flags, name: string): string[] {
  const value = flags[name];
  return value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String);
}

/** The values of a flag that may repeat and may hold a comma-separated list; undefined if not given. */
export function parseListFlag(flags: Flags, name: string): string[] | undefined {
  if (flags[name] === undefined) return undefined;
  return repeatedFlag(flags, name)
    .flatMap((each) => each.split(","))
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

export function oneWord(invocation: Invocation, what: string): string {
  const [word, ...rest] = invocation.words;
  if (word === undefined || rest.length > 0) throw new UsageError(`give one ${what}`);
  return word;
}

export function print(text: string): void {
  output().out(`${text}\n`);
}

/** For output that is not the result: progress, a status line. */
export function printAside(text: string): void {
  output().err(`${text}\n`);
}

/** Prints data as JSON with --json, otherwise as text from `human`. */
export function printData(flags: Flags, data: unknown, human: () => string): void {
  print(flags.json === true ? JSON.stringify(data, null, 2) : human());
}

/** Rows as aligned columns with a head, or a sentence if there are none. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  whenEmpty: string,
): string {
  return rows.length === 0 ? whenEmpty : alignedColumns([head, ...rows]);
}

/** Rows with each column as wide as its widest cell. */
export function alignedColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

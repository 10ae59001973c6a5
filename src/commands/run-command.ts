import { type Command, type Invocation, type Option, parseInvocation, print, UsageError } from "./command.ts";
import { commandHelp, groupHelp, overview, unknownCommand } from "./help.ts";

/** The commands of an executable. */
export interface Program {
  /** In the order of the help. */
  commands: readonly Command[];
  /** Flags that every command takes. */
  options: Readonly<Record<string, Option>>;
  /** A sentence on them, for the help. */
  common: string;
  /** Called before a command runs. */
  prepare: (command: Command, invocation: Invocation) => void;
  /** Called after it ran, also if it failed. */
  finish: (command: Command, invocation: Invocation) => void;
}

/** Runs the command named by the words. Returns the exit code. @throws UsageError, and what the command throws */
export async function runCommand(args: string[], program: Program): Promise<number> {
  if (args[0] === "help") return runCommand([...args.slice(1), "--help"], program);
  if (args[0] === "--version") return runCommand(["version", ...args.slice(1)], program);
  const command = findCommand(args, program);
  if (command === undefined) return explain(args, program);
  const rest = args.slice(command.name.split(" ").length);
  if (asksForHelp(rest)) return say(commandHelp(command, program.options));
  const invocation = parseInvocation(command, rest, program.options);
  program.prepare(command, invocation);
  try {
    return await command.run(invocation);
  } finally {
    program.finish(command, invocation);
  }
}

/** The command with the longest name that the words start with. */
function findCommand(args: readonly string[], { commands }: Program): Command | undefined {
  return [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find((command) => command.name.split(" ").every((word, index) => args[index] === word));
}

/** Help for missing or unknown commands: all commands, a group's, or the nearest name. */
function explain(args: readonly string[], program: Program): number {
  const { commands } = program;
  const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
  const words = firstFlag === -1 ? args : args.slice(0, firstFlag);
  const [first, second] = words;
  if (first === undefined) {
    if (args.length === 0 || asksForHelp(args)) return say(overview(program));
    throw new UsageError(`Name a command before ${args[0]}. See: salute --help`);
  }
  const group = commands.filter((command) => command.name.startsWith(`${first} `));
  if (group.length === 0) throw new UsageError(unknownCommand(words, commands, "salute --help"));
  if (second === undefined && (firstFlag === -1 || asksForHelp(args))) return say(groupHelp(first, group));
  if (second === undefined)
    throw new UsageError(`Name a command of ${first} before ${args[firstFlag]}. See: salute ${first} --help`);
  throw new UsageError(unknownCommand(words, group, `salute ${first} --help`));
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes("--help") || args.includes("-h");
}

function say(text: string): number {
  print(text);
  return 0;
}

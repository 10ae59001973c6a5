#!/usr/bin/env bun
import { type Command, CommandFailed, parseInvocation, print, UsageError } from "./commands/command.ts";
import { COMMANDS } from "./commands/index.ts";
import { ConfigError } from "./config.ts";
import { SchemaMismatch } from "./db/migrate.ts";
import { KeyError } from "./features/keys/index.ts";
import { MasterKeyError } from "./features/master-key/index.ts";
import { OperatorError } from "./features/operators/index.ts";
import { Problem } from "./http/problem.ts";

const EXPECTED = [
  CommandFailed,
  ConfigError,
  SchemaMismatch,
  KeyError,
  MasterKeyError,
  OperatorError,
  Problem,
];

/** Finds the command that the words name, longest name first, and runs it: 0 done, 1 failed, 2 wrong usage. */
async function main(args: string[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const command = [...COMMANDS]
    .sort((a, b) => b.name.length - a.name.length)
    .find((each) =>
      each.name.split(" ").every((word, index) => words[index] === word && args[index] === word),
    );
  if (command === undefined) return help(words.length === 0 ? 0 : 2, words[0]);
  const rest = args.slice(command.name.split(" ").length);
  if (rest.includes("--help")) return helpFor(command);
  return command.run(parseInvocation(command, rest));
}

function help(exitCode: number, word: string | undefined): number {
  const all = COMMANDS.map((command) => `  ${command.usage}\n      ${command.summary}`).join("\n");
  const text = `salute: signs, counts and answers for partners\n\n${all}\n\nAll take --data DIR and --help; those that print data take --json.`;
  if (exitCode === 0) print(text);
  else process.stderr.write(`There is no command ${word ?? ""}. See: salute --help\n`);
  return exitCode;
}

function helpFor(command: Command): number {
  print(`Usage: salute ${command.usage}\n\n${command.summary}.`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof Problem && error.code === "invalid_payload";
  if (error instanceof UsageError || isUsage) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else {
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    process.stderr.write(
      `${isExpected ? (error as Error).message : ((error as Error)?.stack ?? String(error))}\n`,
    );
    process.exitCode = 1;
  }
}
// A pipe takes 64 KiB at once: what is still waiting to be written would be lost by an exit.
if (process.exitCode !== undefined) process.stdout.end(() => process.exit());

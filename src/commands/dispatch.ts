import { ConfigError, FlagError } from "../compose/config.ts";
import { CannotOpen } from "../db/connection.ts";
import { SchemaMismatch } from "../db/migrations/migrate.ts";
import { WriteUnavailable } from "../db/write-errors.ts";
import { Problem } from "../http/answers/problem.ts";
import { InvalidInput } from "../kit/invalid-input.ts";
import { KeyError } from "../modules/access/keys/index.ts";
import { OperatorError } from "../modules/access/operators/index.ts";
import { BackupError } from "../modules/operations/backups/index.ts";
import { LeaseError, StoreError } from "../modules/operations/lease/index.ts";
import { KeyFileError } from "../modules/platform/key-files/index.ts";
import { MasterKeyError } from "../modules/platform/master-key/index.ts";
import { TrackTokenError } from "../modules/share-links/links/index.ts";
import { LogError } from "../modules/transparency/signed-log/index.ts";
import { type Command, CommandFailed, parseInvocation, print, printAside, UsageError } from "./command.ts";
import { commandHelp, groupHelp, overview, unknownCommand } from "./help.ts";
import { COMMANDS } from "./index.ts";
import { withHints } from "./terminal/hints.ts";
import { requireSecrets } from "./workspace.ts";

/** Errors with a message for the user; others print their stack. */
const WORDED = [
  BackupError,
  CannotOpen,
  CommandFailed,
  ConfigError,
  SchemaMismatch,
  KeyError,
  KeyFileError,
  LeaseError,
  LogError,
  MasterKeyError,
  OperatorError,
  StoreError,
  TrackTokenError,
  Problem,
];

/** Runs the command named by the words. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export function dispatch(args: readonly string[]): Promise<number> {
  return withHints(args, async () => {
    try {
      return await run([...args]);
    } catch (error) {
      printAside(wordsOf(error));
      return isUsage(error) ? 2 : 1;
    }
  });
}

async function run(args: string[]): Promise<number> {
  if (args[0] === "help") return run([...args.slice(1), "--help"]);
  if (args[0] === "--version") return run(["version", ...args.slice(1)]);
  const command = findCommand(args);
  if (command === undefined) return explain(args);
  const rest = args.slice(command.name.split(" ").length);
  if (asksForHelp(rest)) return say(commandHelp(command));
  const invocation = parseInvocation(command, rest);
  requireSecrets(command, invocation);
  return command.run(invocation);
}

/** The command with the longest name that the words start with. */
function findCommand(args: readonly string[]): Command | undefined {
  return [...COMMANDS]
    .sort((a, b) => b.name.length - a.name.length)
    .find((command) => command.name.split(" ").every((word, index) => args[index] === word));
}

/** Help for missing or unknown commands: all commands, a group's, or the nearest name. */
function explain(args: readonly string[]): number {
  const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
  const words = firstFlag === -1 ? args : args.slice(0, firstFlag);
  const [first, second] = words;
  if (first === undefined) {
    if (args.length === 0 || asksForHelp(args)) return say(overview(COMMANDS));
    throw new UsageError(`Name a command before ${args[0]}. See: salute --help`);
  }
  const group = COMMANDS.filter((command) => command.name.startsWith(`${first} `));
  if (group.length === 0) throw new UsageError(unknownCommand(words, COMMANDS, "salute --help"));
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

/** A malformed value that a verb reports came from the command line. */
function isUsage(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof FlagError ||
    error instanceof InvalidInput ||
    (error instanceof Problem && error.code === "invalid_payload")
  );
}

/** Flags that are not named as their field. */
const FLAGS: Readonly<Record<string, string>> = { allowed_ips: "allow-ip", domains: "domain" };

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof InvalidInput)
    return `--${FLAGS[error.field] ?? error.field.replaceAll("_", "-")} ${error.message}`;
  if (error instanceof UsageError || WORDED.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof WriteUnavailable) {
    return `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ""}`;
  }
  // The system's own: an unreadable file, a full disk, a file that is not a database.
  const isSystems = "syscall" in error || error.name === "SQLiteError";
  return isSystems ? error.message : (error.stack ?? error.message);
}

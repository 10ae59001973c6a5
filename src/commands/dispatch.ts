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
import { COMMON_OPTIONS, CommandFailed, printAside, UsageError } from "./command.ts";
import { COMMANDS } from "./index.ts";
import { type Program, runCommand } from "./run-command.ts";
import { withHints } from "./terminal/hints.ts";
import { giveFilesToOwner, requireSecrets } from "./workspace.ts";

const SALUTE: Program = {
  commands: COMMANDS,
  options: COMMON_OPTIONS,
  common: "All take --data DIR and --help; commands that print data take --json.",
  prepare: requireSecrets,
  finish: giveFilesToOwner,
};

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
      return await runCommand([...args], SALUTE);
    } catch (error) {
      printAside(wordsOf(error));
      return isUsage(error) ? 2 : 1;
    }
  });
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

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "../kit/process/log.ts";
import { ownProgram } from "../kit/process/own-program.ts";
import {
  BackupError,
  type CopyStore,
  keyFault,
  type MakeInChild,
} from "../modules/operations/backups/index.ts";
import type { Program } from "../modules/operations/replication/index.ts";
import { type Config, ConfigError, childEnvironment, litestreamEnvironment } from "./config.ts";
import { SETTINGS } from "./settings/index.ts";

/** Directory of an installation's backups. */
export function backupDirectory(config: Config): string {
  return join(config.dataDir, "backups");
}

/** @throws ConfigError if no backup could be made with the configured key */
export function requireBackupKey({ backupEncryptionKey }: Config): void {
  const fault = backupEncryptionKey === null ? null : keyFault(backupEncryptionKey);
  if (fault === null) return;
  const { variable, example } = SETTINGS.backupEncryptionKey;
  throw new ConfigError(
    `${variable}: its value is not an age key: ${fault}. Example: ${variable}=${example}`,
  );
}

/** Null if no store is configured. */
export function copyStore(config: Config): CopyStore | null {
  const { backupS3Endpoint, backupS3Bucket, backupS3AccessKeyId, backupS3SecretAccessKey } = config;
  if (
    backupS3Endpoint === null ||
    backupS3Bucket === null ||
    backupS3AccessKeyId === null ||
    backupS3SecretAccessKey === null
  )
    return null;
  return {
    endpoint: backupS3Endpoint,
    bucket: backupS3Bucket,
    region: config.backupS3Region,
    accessKeyId: backupS3AccessKeyId,
    secretAccessKey: backupS3SecretAccessKey,
    prefix: config.backupS3Prefix,
  };
}

/** Litestream's program, with its credentials as environment; the built-in one is unpacked beside its files. */
export function litestream({ litestreamProgram, dataDir }: Config): Program {
  return {
    named: litestreamProgram,
    directory: join(dataDir, "litestream"),
    environment: litestreamEnvironment(),
  };
}

/** For work on a directory that may have to stay empty: a built-in Litestream is unpacked elsewhere meanwhile. */
export async function withScratchProgram<Result>(
  config: Config,
  work: (program: Program) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), "salute-litestream-"));
  try {
    return await work({ ...litestream(config), directory });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Makes backups in a separate process at a lower priority: SQLite's copying would block this one. */
export function makeInChild({ dataDir }: Config, log: Logger): MakeInChild {
  return async (id, signal) => {
    const { err } = await runInChild(["backup", "make", "--id", id, "--data", dataDir], signal);
    log.info("backup made", { id, steps: err.trim().replaceAll("\n", "; ") });
  };
}

/**
 * Runs one of salute's own commands in a separate process, which an abort ends. @throws BackupError with the command's
 * last line if it fails, or the signal's reason if it was aborted before
 */
export async function runInChild(
  words: readonly string[],
  signal: AbortSignal,
): Promise<{ out: string; err: string }> {
  signal.throwIfAborted();
  const child = Bun.spawn(ownProgram([...words]), {
    env: childEnvironment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const stop = () => child.kill();
  signal.addEventListener("abort", stop);
  try {
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new BackupError(err.trim().split("\n").at(-1) ?? "it failed");
    return { out, err };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

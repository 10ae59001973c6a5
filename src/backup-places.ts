import { join } from "node:path";
import { type Config, childEnvironment } from "./config.ts";
import { BackupError, type CopyStore, type MakeElsewhere } from "./features/backups/index.ts";
import type { Program } from "./features/replication/index.ts";
import type { Logger } from "./kit/log.ts";
import { ownProgram } from "./kit/own-program.ts";

/** Where an installation makes and keeps its backups, and where copies go. */

export function backupDirectory(config: Config): string {
  return join(config.dataDir, "backups");
}

/** Null where no store is configured. */
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

/** Litestream's program, with the environment that its credentials are in; the one built in is kept beside its files. */
export function litestream({ litestreamProgram, dataDir }: Config): Program {
  return {
    named: litestreamProgram,
    directory: join(dataDir, "litestream"),
    environment: childEnvironment(),
  };
}

/** Makes backups in a process of their own, at a lower priority: SQLite's copying would stop this one. */
export function makeElsewhere({ dataDir }: Config, log: Logger): MakeElsewhere {
  return async (id, signal) => {
    const child = Bun.spawn(ownProgram(["backup", "make", "--id", id, "--data", dataDir]), {
      env: childEnvironment(),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    const stop = () => child.kill();
    signal.addEventListener("abort", stop);
    try {
      const said = await new Response(child.stderr).text();
      if ((await child.exited) !== 0) throw new BackupError(said.trim().split("\n").at(-1) ?? "it failed");
      log.info("backup made", { id, steps: said.trim().replaceAll("\n", "; ") });
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
}

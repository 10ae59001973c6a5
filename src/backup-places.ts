import { join } from "node:path";
import { type Config, childEnvironment } from "./config.ts";
import type { CopyStore } from "./features/backups/index.ts";
import type { Program } from "./features/replication/index.ts";

/** Where an installation keeps its backups, and where copies go. */

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

import { join } from "node:path";
import { prove } from "../../../../src/compose/invariants.ts";
import { logSeed } from "../../../../src/compose/key-paths.ts";
import { type Manifest, makeBackup } from "../../../../src/modules/operations/backups/index.ts";
import { newBackupId } from "../../../../src/modules/operations/backups/make-backup.ts";
import type { World } from "../../../harness/app/world.ts";

/** Makes a backup in this process, without the job's lock; of another directory if one is named. */
export function backUp(
  world: World,
  encryptionKey: string | null = null,
  dataDir = world.dataDir,
): Promise<Manifest> {
  const { config } = world.services;
  return makeBackup({
    id: newBackupId(world.clock.now()),
    dataDir,
    directory: join(dataDir, "backups"),
    encryptionKey,
    logSeed: logSeed(config),
    clock: world.clock,
    prove,
    progress: () => undefined,
  });
}

export function backups(world: World): string {
  return join(world.dataDir, "backups");
}

export function toArchivePath(world: World, { file }: Manifest): string {
  return join(backups(world), file);
}

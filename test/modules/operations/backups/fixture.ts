import { join } from "node:path";
import { prove } from "../../../../src/compose/invariants.ts";
import { logSeed } from "../../../../src/compose/key-paths.ts";
import { type Manifest, makeBackup } from "../../../../src/modules/operations/backups/index.ts";
import { newBackupId } from "../../../../src/modules/operations/backups/make-backup.ts";
import type { World } from "../../../harness/app/world.ts";

/** Makes a backup in this process, without the job's lock. */
export function backUp(world: World, encryptionKey: string | null = null): Promise<Manifest> {
  const { config } = world.services;
  return makeBackup({
    id: newBackupId(world.clock.now()),
    dataDir: world.dataDir,
    directory: backups(world),
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

export function archiveOf(world: World, { file }: Manifest): string {
  return join(backups(world), file);
}

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import releases from "./releases.json";

/** A release and the migrations that its databases have, with the SHA-256 of each file in hex. */
export interface ReleasedMigrations {
  version: string;
  migrations: Record<string, string>;
}

/** All releases, oldest first. `bun run release:cut` adds one. */
export const RELEASES: readonly ReleasedMigrations[] = releases;

/** The checksum that databases store of an applied migration. */
export function checksumOf(name: string, folder = import.meta.dir): string {
  return createHash("sha256")
    .update(readFileSync(join(folder, `${name}.sql`)))
    .digest("hex");
}

/**
 * Faults in words: migrations of a release that are missing, changed or out of order. Databases of that release would be
 * refused.
 * @param present the migrations that an executable has now, in order
 */
export function releaseFaults(
  present: readonly { name: string; sha256: string }[],
  released: readonly ReleasedMigrations[] = RELEASES,
): string[] {
  return released.flatMap(({ version, migrations }) =>
    Object.entries(migrations).flatMap(([name, sha256], index) => {
      const ours = present[index];
      if (ours?.name !== name) return [`${name} of release ${version} is not migration ${index + 1}`];
      return ours.sha256 === sha256 ? [] : [`${name} was changed after release ${version}`];
    }),
  );
}

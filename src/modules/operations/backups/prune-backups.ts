import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { DAY_MS } from "../../../kit/clock.ts";
import { listManifests } from "./archive/manifest.ts";
import { manifestPath } from "./archive/unpack-backup.ts";

/**
 * Deletes backups beyond the count or age limit, and leftovers of interrupted runs. The newest backup always stays.
 * Returns the deleted ids.
 */
export function pruneBackups(
  directory: string,
  { count, days, now }: { count: number; days: number; now: number },
): string[] {
  if (!existsSync(directory)) return [];
  const pruned = listManifests(directory).filter(
    ({ created_at }, index) => index > 0 && (index >= count || Date.parse(created_at) < now - days * DAY_MS),
  );
  for (const { id, file } of pruned) {
    rmSync(join(directory, `${id}.json`), { force: true });
    rmSync(join(directory, file), { force: true });
  }
  for (const name of readdirSync(directory).filter((each) => isLeftover(join(directory, each), now)))
    rmSync(join(directory, name), { recursive: true, force: true });
  return pruned.map(({ id }) => id);
}

/**
 * Unfinished backups (only one is made at a time), and day-old remains: scratch files of a verification, archives
 * without a manifest.
 */
function isLeftover(path: string, now: number): boolean {
  const name = basename(path);
  if (name.startsWith(".b-")) return true;
  const isHalf =
    /^b-[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}\.tar\.zst(\.age)?$/.test(name) && !existsSync(manifestPath(path));
  return (isHalf || name.startsWith(".verify-")) && statSync(path).mtimeMs < now - DAY_MS;
}

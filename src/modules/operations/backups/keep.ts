import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { DAY_MS } from "../../../kit/clock.ts";
import { listManifests } from "./archive/manifest.ts";
import { manifestPath } from "./archive/unpack-backup.ts";

/**
 * Deletes backups that are beyond the count or older than the age; the newest always stays. What a crash left half made
 * goes too. Returns the ids that went.
 */
export function pruneBackups(directory: string, count: number, days: number, now: number): string[] {
  if (!existsSync(directory)) return [];
  const gone = listManifests(directory).filter(
    ({ created_at }, index) => index > 0 && (index >= count || Date.parse(created_at) < now - days * DAY_MS),
  );
  for (const { id, file } of gone) {
    rmSync(join(directory, `${id}.json`), { force: true });
    rmSync(join(directory, file), { force: true });
  }
  for (const name of readdirSync(directory).filter((each) => isLeftOver(join(directory, each), now)))
    rmSync(join(directory, name), { recursive: true, force: true });
  return gone.map(({ id }) => id);
}

/**
 * Half a backup, since one is made at a time; of a day ago, what a look at one unpacked, and an archive without a
 * manifest.
 */
function isLeftOver(path: string, now: number): boolean {
  const name = basename(path);
  if (name.startsWith(".b-")) return true;
  const isHalf =
    /^b-[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}\.tar\.zst(\.age)?$/.test(name) && !existsSync(manifestPath(path));
  return (isHalf || name.startsWith(".verify-")) && statSync(path).mtimeMs < now - DAY_MS;
}

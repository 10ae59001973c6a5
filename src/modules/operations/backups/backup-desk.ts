import { join } from "node:path";
import type { Clock } from "../../../kit/clock.ts";
import { listManifests, type Manifest, readManifest } from "./archive/manifest.ts";
import { BackupError } from "./backup-error.ts";
import { newBackupId } from "./make-backup.ts";

/** What is known of one backup. */
export type BackupState =
  | { status: "running"; id: string; startedAt: number }
  | { status: "failed"; id: string; error: string }
  | { status: "done"; id: string; manifest: Manifest };

/** Makes a backup in a process of its own, and resolves when it ended. @throws BackupError */
export type MakeElsewhere = (id: string, signal: AbortSignal) => Promise<void>;

/** The backups of this data directory, and the one that this process makes now. */
export class BackupDesk {
  #latest: Exclude<BackupState, { status: "done" }> | null = null;

  #latestDone: Manifest | null = null;

  constructor(
    readonly directory: string,
    readonly clock: Clock,
    private readonly makeElsewhere: MakeElsewhere,
  ) {}

  /** Newest first. */
  list(): Manifest[] {
    return listManifests(this.directory);
  }

  /** When the newest was made, in Unix milliseconds; null before the first. */
  newestAt(): number | null {
    const [newest] = this.list();
    return newest === undefined ? null : Date.parse(newest.created_at);
  }

  find(id: string): BackupState | null {
    if (this.#latest?.id === id) return this.#latest;
    const manifest = /^[\w-]+$/.test(id) ? readManifest(join(this.directory, `${id}.json`)) : null;
    return manifest === null ? null : { status: "done", id, manifest };
  }

  /** The last one that this process made; null where it made none. */
  get latestDone(): Manifest | null {
    return this.#latestDone;
  }

  /** The one under way, or the last that failed; null where neither. */
  get latest(): BackupState | null {
    return this.#latest;
  }

  /** Makes one; whoever calls this holds the job's lock. @throws BackupError */
  async make(signal: AbortSignal): Promise<Manifest> {
    const startedAt = this.clock.now();
    const id = newBackupId(startedAt);
    this.#latest = { status: "running", id, startedAt };
    try {
      await this.makeElsewhere(id, signal);
      const manifest = readManifest(join(this.directory, `${id}.json`));
      if (manifest === null) throw new BackupError("the backup ended without a manifest");
      this.#latest = null;
      this.#latestDone = manifest;
      return manifest;
    } catch (error) {
      this.#latest = { status: "failed", id, error: (error as Error).message };
      throw error;
    }
  }
}

import { join } from "node:path";
import type { Clock } from "../../../kit/clock.ts";
import { listManifests, type Manifest, readManifest } from "./archive/manifest.ts";
import { BackupError } from "./backup-error.ts";
import { newBackupId } from "./make-backup.ts";

/** State of one backup. */
export type BackupState =
  | { status: "running"; id: string; startedAt: number }
  | { status: "failed"; id: string; error: string }
  | { status: "done"; id: string; manifest: Manifest };

/** Makes a backup in a child process and resolves when it has exited. @throws BackupError */
export type MakeInChild = (id: string, signal: AbortSignal) => Promise<void>;

/** The backups of this data directory, and the one in progress in this process. */
export class BackupDesk {
  #latest: Exclude<BackupState, { status: "done" }> | null = null;

  #latestDone: Manifest | null = null;

  constructor(
    readonly directory: string,
    readonly clock: Clock,
    private readonly makeInChild: MakeInChild,
  ) {}

  /** Newest first. */
  list(): Manifest[] {
    return listManifests(this.directory);
  }

  /** Time of the newest backup, in Unix milliseconds; null without backups. */
  newestAt(): number | null {
    const [newest] = this.list();
    return newest === undefined ? null : Date.parse(newest.created_at);
  }

  find(id: string): BackupState | null {
    if (this.#latest?.id === id) return this.#latest;
    const manifest = /^[\w-]+$/.test(id) ? readManifest(join(this.directory, `${id}.json`)) : null;
    return manifest === null ? null : { status: "done", id, manifest };
  }

  /** The last backup made by this process; null before the first. */
  get latestDone(): Manifest | null {
    return this.#latestDone;
  }

  /** The backup in progress, or the last attempt if it failed; otherwise null. */
  get latest(): BackupState | null {
    return this.#latest;
  }

  /** Makes a backup. The caller must hold the job's lock. @throws BackupError */
  async make(signal: AbortSignal): Promise<Manifest> {
    const startedAt = this.clock.now();
    const id = newBackupId(startedAt);
    this.#latest = { status: "running", id, startedAt };
    try {
      await this.makeInChild(id, signal);
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

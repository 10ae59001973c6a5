import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MIB = 2 ** 20;

/** A mounted file system that a test can fill and make read-only. */
export class SmallDisk {
  readonly path: string;
  readonly #filler: string;

  /** @throws Error if mounting is not permitted */
  constructor(mebibytes: number) {
    this.path = mkdtempSync(join(tmpdir(), "salute-disk-"));
    this.#filler = join(this.path, "filler");
    try {
      run("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", this.path);
    } catch (error) {
      rmSync(this.path, { recursive: true });
      throw error;
    }
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  /** Fills the disk, leaving `free` bytes. */
  fill(free = 0): void {
    const file = openSync(this.#filler, "a");
    try {
      const most = Buffer.alloc(MIB);
      while (this.freeBytes > free) writeSync(file, most, 0, Math.min(MIB, this.freeBytes - free));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Frees the filled space. */
  empty(): void {
    truncateSync(this.#filler, 0);
  }

  /** Works only while no file is open for writing. */
  remount(mode: "ro" | "rw"): void {
    run("mount", "-o", `remount,${mode}`, this.path);
  }

  remove(): void {
    run("umount", this.path);
    rmSync(this.path, { recursive: true });
  }
}

/** Whether file systems can be mounted here; warns that `skipped` is skipped if not. */
export function canMount(skipped: string): boolean {
  try {
    new SmallDisk(1).remove();
    return true;
  } catch (error) {
    console.warn(`${skipped} is skipped: no file system can be mounted here (${(error as Error).message})`);
    return false;
  }
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { stderr: "pipe" });
  if (exitCode !== 0) throw new Error(stderr.toString().trim() || `${command[0]} failed`);
}

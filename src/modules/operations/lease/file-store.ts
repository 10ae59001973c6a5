import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomHex } from "../../../kit/ids.ts";
import { replacePrivateFile, syncDirectory } from "../../../kit/process/files.ts";
import { systemRandom } from "../../../kit/random.ts";
import { StoreError } from "./lease-error.ts";
import type { LeaseStore } from "./model.ts";
import { missingIn, transactionsIn } from "./rules.ts";

/** Levels of a replica's files: 0 to 8 hold changes, merged further and further, and 9 holds snapshots. */
const SNAPSHOT_LEVEL = 9;

/** A replica on a shared disk. */
export class FileStore implements LeaseStore {
  #inode: number | null = null;

  constructor(private readonly directory: string) {}

  requireIntact(folder: string): Promise<void> {
    return withStoreErrors(() => {
      const { ino } = statSync(this.directory);
      this.#inode ??= ino;
      if (ino !== this.#inode)
        throw new Error(`${this.directory} is another directory than at the start: is its disk mounted?`);
      for (const name of filesIn(join(this.directory, folder))) {
        const replica = join(this.directory, folder, name);
        // From the lowest level up: a file is deleted after its changes are in a higher one.
        const [snapshots = [], ...changes] = Array.from({ length: SNAPSHOT_LEVEL + 1 }, (_, level) =>
          filesIn(join(replica, "ltx", String(level)))
            .map(transactionsIn)
            .filter((each) => each !== null),
        ).reverse();
        const missing = missingIn(changes.flat(), snapshots);
        if (missing !== null)
          throw new Error(
            `the replica ${replica} lacks the changes ${missing.join(" to ")}, which were written while its disk was away; docs/operations.md says how to begin a new one`,
          );
      }
    });
  }

  /** Writes a complete draft, then links it: linking fails if the name exists, on network disks too. */
  create(name: string, text: string): Promise<boolean> {
    return withStoreErrors(() => {
      const path = join(this.directory, name);
      const draft = join(this.directory, "lease", `.${randomHex(8, systemRandom)}`);
      for (const made of [dirname(path), dirname(draft)]) mkdirSync(made, { recursive: true, mode: 0o700 });
      writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
      try {
        linkSync(draft, path);
        syncDirectory(dirname(path));
        return true;
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        throw error;
      } finally {
        rmSync(draft, { force: true });
      }
    });
  }

  read(name: string): Promise<string | null> {
    return withStoreErrors(() => unlessMissing(() => readFileSync(join(this.directory, name), "utf8"), null));
  }

  write(name: string, text: string): Promise<void> {
    return withStoreErrors(() => {
      const path = join(this.directory, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      replacePrivateFile(path, text);
    });
  }

  list(prefix: string, most?: number): Promise<string[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    return withStoreErrors(() =>
      unlessMissing(() => readdirSync(join(this.directory, folder)), [])
        .map((name) => `${folder}${name}`)
        .filter((name) => name.startsWith(prefix))
        .slice(0, most),
    );
  }

  remove(name: string): Promise<void> {
    return withStoreErrors(() => rmSync(join(this.directory, name), { force: true }));
  }
}

async function withStoreErrors<Value>(work: () => Value): Promise<Value> {
  try {
    return work();
  } catch (error) {
    throw new StoreError(`the store cannot be used: ${(error as Error).message}`);
  }
}

function filesIn(directory: string): string[] {
  return unlessMissing(() => (statSync(directory).isDirectory() ? readdirSync(directory) : []), []);
}

function unlessMissing<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return otherwise;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

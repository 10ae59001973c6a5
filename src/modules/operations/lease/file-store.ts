import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomHex } from "../../../kit/ids.ts";
import { replacePrivateFile, syncDirectory } from "../../../kit/process/files.ts";
import { systemRandom } from "../../../kit/random.ts";
import { StoreError } from "./lease-error.ts";
import type { LeaseStore } from "./model.ts";

/** A replica on a shared disk. */
export class FileStore implements LeaseStore {
  constructor(private readonly directory: string) {}

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

  list(prefix: string): Promise<string[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    return withStoreErrors(() =>
      unlessMissing(() => readdirSync(join(this.directory, folder)), [])
        .map((name) => `${folder}${name}`)
        .filter((name) => name.startsWith(prefix)),
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

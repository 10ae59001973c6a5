import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { BackupError } from "../backups/index.ts";
import { endChild, type Program, prepareLitestream, REPLICATED, replicaUrl } from "../replication/index.ts";

const PREFIX = "copy-";
const CHECKS = 5;
const CHECK_AGAIN_MS = 200;
const LOOK_MS = 50;
/** A copy has nothing to save: a Litestream that does not exit in this time is killed. */
const STOP_TIMEOUT_MS = 5 * SECOND_MS;

interface CopyPlan {
  program: Program;
  /** URL of the replica. */
  replica: string;
  /** Folder of all copies. */
  folder: string;
  /** Name of this copy. */
  name: string;
}

/** Databases that Litestream keeps in sync with a replica, one process per database. */
export class Copy {
  #lastLine = "";
  #hasExited = false;
  readonly #children: Bun.Subprocess<"ignore", "ignore", "pipe">[];
  readonly exited: Promise<void>;

  private constructor(
    readonly directory: string,
    children: Bun.Subprocess<"ignore", "ignore", "pipe">[],
  ) {
    this.#children = children;
    this.exited = Promise.race(children.map((child) => child.exited)).then(() => {
      this.#hasExited = true;
    });
    for (const child of children) void this.#readStderr(child.stderr);
  }

  /** Starts a complete restore into a new directory. @throws BackupError */
  static async start({ program, replica, folder, name }: CopyPlan): Promise<Copy> {
    const directory = join(folder, `${PREFIX}${name}`);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { path, environment } = await prepareLitestream(program);
    const children = REPLICATED.map((each) => {
      const args = ["restore", "-f", "-follow-interval", "1s", "-o", join(directory, `${each}.db`)];
      return Bun.spawn([path, ...args, replicaUrl(replica, each)], {
        env: environment,
        stdin: "ignore",
        stdout: "ignore",
        stderr: "pipe",
      });
    });
    return new Copy(directory, children);
  }

  /** Last line of Litestream's output. */
  get lastLine(): string {
    return this.#lastLine;
  }

  /** Waits until every database is restored and passes quick_check. @throws BackupError if Litestream exits before */
  async ready(signal: AbortSignal): Promise<void> {
    for (const name of REPLICATED) {
      // Litestream creates this file once the restore is complete and it follows.
      while (!existsSync(join(this.directory, `${name}.db-txid`))) {
        if (this.#hasExited || signal.aborted) throw new BackupError(`Litestream exited: ${this.#lastLine}`);
        await Bun.sleep(LOOK_MS);
      }
      await this.#check(join(this.directory, `${name}.db`));
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#children.map((child) => endChild(child, STOP_TIMEOUT_MS)));
  }

  /** Retries, since Litestream may be applying a change at that moment. */
  async #check(path: string): Promise<void> {
    for (let left = CHECKS; ; left--) {
      const fault = quickCheck(path);
      if (fault === null) return;
      if (left === 0) throw new BackupError(`the copy is corrupt: ${fault}`);
      await Bun.sleep(CHECK_AGAIN_MS);
    }
  }

  async #readStderr(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      const last = decoder.decode(chunk).trim().split("\n").at(-1) ?? "";
      if (last !== "") this.#lastLine = last.slice(0, 500);
    }
  }
}

/** Removes every copy except `kept`. */
export function deleteCopies(folder: string, kept: string | null): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith(PREFIX) && path !== kept) rmSync(path, { recursive: true, force: true });
  }
}

function quickCheck(path: string): string | null {
  try {
    const [first] = readDatabase(path, (sql) => sql.all<{ quick_check: string }>("PRAGMA quick_check(1)"));
    return first?.quick_check === "ok" ? null : (first?.quick_check ?? "no answer");
  } catch (error) {
    return (error as Error).message;
  }
}

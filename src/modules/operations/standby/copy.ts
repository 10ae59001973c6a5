import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { BackupError } from "../backups/index.ts";
import { type Program, prepareLitestream, REPLICATED, replicaUrl } from "../replication/index.ts";

const PREFIX = "copy-";
const CHECKS = 5;
const CHECK_AGAIN_MS = 200;
const LOOK_MS = 50;

/** Databases that Litestream keeps up with a replica, each by a process of its own. */
export class Copy {
  #said = "";
  #hasEnded = false;
  readonly #children: Bun.Subprocess<"ignore", "ignore", "pipe">[];
  readonly ended: Promise<void>;

  private constructor(
    readonly directory: string,
    children: Bun.Subprocess<"ignore", "ignore", "pipe">[],
  ) {
    this.#children = children;
    this.ended = Promise.race(children.map((child) => child.exited)).then(() => {
      this.#hasEnded = true;
    });
    for (const child of children) void this.#hear(child.stderr);
  }

  /** Begins to restore afresh, into a directory of its own. @throws BackupError */
  static async begin(program: Program, replica: string, folder: string, name: string): Promise<Copy> {
    const directory = join(folder, `${PREFIX}${name}`);
    rmSync(directory, { recursive: true, force: true });
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

  /** What Litestream said last. */
  get said(): string {
    return this.#said;
  }

  /** Waits until every database is restored and passes quick_check. @throws BackupError where Litestream ends before */
  async whole(signal: AbortSignal): Promise<void> {
    for (const name of REPLICATED) {
      // Litestream writes this down once the restore is over and it follows.
      while (!existsSync(join(this.directory, `${name}.db-txid`))) {
        if (this.#hasEnded || signal.aborted) throw new BackupError(`Litestream ended: ${this.#said}`);
        await Bun.sleep(LOOK_MS);
      }
      await this.#check(join(this.directory, `${name}.db`));
    }
  }

  async end(): Promise<void> {
    for (const child of this.#children) child.kill("SIGTERM");
    await Promise.all(this.#children.map((child) => child.exited));
  }

  /** Litestream may be applying a change just then: only what fails again and again is a fault. */
  async #check(path: string): Promise<void> {
    for (let left = CHECKS; ; left--) {
      const fault = quickCheck(path);
      if (fault === null) return;
      if (left === 0) throw new BackupError(`the copy is not whole: ${fault}`);
      await Bun.sleep(CHECK_AGAIN_MS);
    }
  }

  async #hear(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      const last = decoder.decode(chunk).trim().split("\n").at(-1) ?? "";
      if (last !== "") this.#said = last.slice(0, 500);
    }
  }
}

/** Removes every copy but one; null for all. */
export function removeCopies(folder: string, kept: string | null): void {
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

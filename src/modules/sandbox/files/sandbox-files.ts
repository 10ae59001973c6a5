import { existsSync, mkdirSync } from "node:fs";
import { Database } from "../../../db/database.ts";
import { sandboxDirectory, sandboxPartners, sandboxPath } from "../../../db/files.ts";
import { schemaOf } from "../../../db/migrations/migrate.ts";
import { rebuild } from "../../../db/migrations/rebuild.ts";
import { createFromBytes, exchange } from "../../../db/migrations/template.ts";
import type { Tx } from "../../../db/sql.ts";
import { WriteUnavailable } from "../../../db/write-errors.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { listUsedNonces } from "../../platform/idempotency/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { readSetting } from "../../platform/state/index.ts";
import { FIXTURE_PROFILE, SANDBOX_START_MS } from "./profile.ts";
import { beginSandbox, PROFILE_SETTING, SandboxSeed, SEEDED_SETTING } from "./sandbox-seed.ts";
import { holdFile, SandboxTimeline } from "./sandbox-timeline.ts";
import { seedSandbox } from "./seed.ts";

interface FileParts {
  dataDir: string;
  clock: Clock;
  keyring: Keyring;
  log: Logger;
}

interface FileLimits {
  /** Files that stay open between requests. */
  maxOpen: number;
  /** Files in use at once. Each is used for milliseconds only, so more files are opened before a request is refused. */
  maxInUse: number;
}

const LIMITS: FileLimits = { maxOpen: 64, maxInUse: 1_024 };

interface OpenFile {
  partner: string;
  database: Database;
  /** Number of requests, jobs or commands using it now. */
  users: number;
}

/**
 * Partners' sandbox state: one file per partner, opened on first use, and created from the seed if missing. A limited
 * number stay open: the least recently used one is closed once it is idle. If more than that are in use at once, more
 * are open.
 */
export class SandboxFiles {
  /** By partner, in order of last use. */
  readonly #open = new Map<string, OpenFile>();
  readonly #closing = new Set<Promise<void>>();
  readonly #seed: SandboxSeed;

  constructor(
    private readonly parts: FileParts,
    private readonly limits = LIMITS,
  ) {
    this.#seed = new SandboxSeed(parts.clock, parts.keyring);
  }

  /** Names of the partners that have a file. */
  partners(): string[] {
    return sandboxPartners(this.parts.dataDir);
  }

  get openCount(): number {
    return this.#open.size;
  }

  /**
   * Opens the partner's file; it stays open until `letGo` was called as often as `take`.
   * @throws WriteUnavailable if too many files are in use.
   */
  take(partner: string): Database {
    let file = this.#open.get(partner);
    if (file === undefined) {
      this.#makeRoom();
      file = { partner, database: this.#openFile(partner), users: 0 };
    }
    this.#open.delete(partner);
    this.#open.set(partner, file);
    file.users++;
    return file.database;
  }

  letGo(database: Database): void {
    for (const file of this.#open.values()) {
      if (file.database !== database) continue;
      file.users--;
      if (file.users === 0 && this.#open.size > this.limits.maxOpen) this.#close(file);
      return;
    }
  }

  /**
   * Replaces the content of the partner's file with the seed, in one commit, whether or not it is in use; nonces of
   * the last 15 minutes stay used. Concurrent changes wait, also those of other processes, and then apply to the
   * seed. A crash at any point leaves the file either unchanged or reset.
   * @throws WriteUnavailable, or the exchange's own error: the file is then unchanged.
   */
  async reset(partner: string): Promise<void> {
    const database = this.take(partner);
    try {
      const deadline = await database.writer.run(holdFile);
      const bytes = this.#seed.bytesFor(partner, listUsedNonces(database.read, this.parts.clock.now()));
      await exchange(database.path, bytes, { clock: this.parts.clock, deadline });
      database.read.endSnapshot();
    } finally {
      this.letGo(database);
    }
  }

  /** Prepares the seed ahead of the first request. Errors are ignored here; the first request reports them. */
  prepare(): void {
    try {
      this.#seed.prepare();
    } catch {}
  }

  /** Every partner's file in turn; each stays open until the next is requested. */
  async *each(): AsyncGenerator<Database> {
    for (const partner of this.partners()) {
      const database = this.take(partner);
      try {
        yield database;
      } finally {
        this.letGo(database);
      }
    }
  }

  /** Migrates every partner's file, as each use of a file does. Returns the migrations applied. */
  async migrate(): Promise<{ path: string; schema: string; applied: readonly string[] }[]> {
    const migrated = [];
    for await (const { path, read, applied } of this.each())
      migrated.push({ path, schema: schemaOf(read).newest, applied });
    return migrated;
  }

  /** The time of the partner's last reset in Unix milliseconds, and whether the file is unchanged since. */
  seedOf(partner: string): { at: number; isUntouched: boolean } {
    const database = this.take(partner);
    try {
      return {
        at: Date.parse(readSetting(database.read, SEEDED_SETTING) ?? isoUtc(0)),
        isUntouched: database.now(this.parts.clock.now()) === SANDBOX_START_MS,
      };
    } finally {
      this.letGo(database);
    }
  }

  /** Frees the pages that open files keep. */
  releasePages(): void {
    for (const { database } of this.#open.values()) database.releasePages();
  }

  /** Closes all files once their writes are done. */
  async close(): Promise<void> {
    for (const file of [...this.#open.values()]) this.#close(file);
    await Promise.all(this.#closing);
  }

  #openFile(partner: string): Database {
    const path = sandboxPath(this.parts.dataDir, partner);
    if (!existsSync(path)) this.#makeFile(path, partner);
    const { clock, dataDir } = this.parts;
    const timeline = new SandboxTimeline();
    const database = Database.open(path, clock, { simulatesDeliveries: true, timeline, dataDir });
    this.#reportLoss(database);
    const profile = readSetting(database.read, PROFILE_SETTING);
    database.read.endSnapshot();
    if (profile !== FIXTURE_PROFILE) this.#seedAnew(path, partner);
    return database;
  }

  /** Practice goes on: live state is in other files, and a reset gives the seed's. */
  #reportLoss(database: Database): void {
    const { loss } = database.found;
    if (loss === null) return;
    database.foldRemains();
    this.parts.log.error("a sandbox file lost changes", { file: database.path, ...loss });
  }

  /**
   * Creates a file from the seed. A concurrent key rotation could miss it, so the key is checked again once the file
   * exists.
   */
  #makeFile(path: string, partner: string): void {
    mkdirSync(sandboxDirectory(this.parts.dataDir), { recursive: true, mode: 0o700 });
    try {
      createFromBytes(path, this.#seed.bytesFor(partner, []));
      if (!this.#seed.isCurrent()) this.#seedAnew(path, partner);
    } catch {
      // Another process created it first, or the file system has no hard links.
      if (!existsSync(path)) this.#seedAnew(path, partner);
    }
  }

  /** Rebuilds a file in place, row by row, if its seed is missing, incomplete or of another profile. */
  #seedAnew(path: string, partner: string): void {
    const save = (tx: Tx) => listUsedNonces(tx, tx.clockNow);
    rebuild(path, this.parts.clock, {
      save,
      fill: (tx, nonces) => {
        seedSandbox(tx, this.parts.keyring);
        beginSandbox(tx, partner, nonces ?? []);
      },
    });
  }

  #makeRoom(): void {
    if (this.#open.size < this.limits.maxOpen) return;
    const idle = this.#open.values().find((file) => file.users === 0);
    if (idle !== undefined) this.#close(idle);
    else if (this.#open.size >= this.limits.maxInUse)
      throw new WriteUnavailable("too many sandbox files are in use");
  }

  #close(file: OpenFile): void {
    this.#open.delete(file.partner);
    const closing = file.database.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

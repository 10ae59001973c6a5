import { existsSync, mkdirSync, statSync } from "node:fs";
import { Database } from "../../../db/database.ts";
import { removeDatabase, sandboxDirectory, sandboxIds, sandboxPath } from "../../../db/files.ts";
import { readSchemaVersion } from "../../../db/migrations/migrate.ts";
import { rebuild } from "../../../db/migrations/rebuild.ts";
import { createFromBytes, exchange } from "../../../db/migrations/template.ts";
import type { Tx } from "../../../db/sql.ts";
import { WriteUnavailable } from "../../../db/write-errors.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { listUsedNonces } from "../../platform/idempotency/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { noteUse, requireRoom, UNUSED_MS, usedAt } from "./named-sandboxes.ts";
import { FIXTURE_PROFILE, type SandboxState } from "./profile.ts";
import { reportLoss } from "./report-loss.ts";
import { parseSandboxId, type SandboxPlace, sandboxId } from "./sandbox-id.ts";
import { beginSandbox, readSeeding, readState, SandboxSeed, type Seeding } from "./sandbox-seed.ts";
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
  id: string;
  database: Database;
  /** Number of requests, jobs or commands using it now. */
  users: number;
}

/**
 * The state of sandboxes: one file per sandbox, opened on first use, and created from the seed if missing. A limited
 * number stay open: the least recently used one is closed once it is idle. If more than that are in use at once, more
 * are open.
 */
export class SandboxFiles {
  /** By sandbox, in order of last use. */
  readonly #open = new Map<string, OpenFile>();
  readonly #closing = new Set<Promise<void>>();
  readonly #seed: SandboxSeed;

  constructor(
    private readonly parts: FileParts,
    private readonly limits = LIMITS,
  ) {
    this.#seed = new SandboxSeed(parts.clock, parts.keyring);
  }

  /** Ids of the sandboxes that have a file. */
  ids(): string[] {
    return sandboxIds(this.parts.dataDir);
  }

  fileBytes(id: string): number {
    return statSync(sandboxPath(this.parts.dataDir, id), { throwIfNoEntry: false })?.size ?? 0;
  }

  get openCount(): number {
    return this.#open.size;
  }

  /**
   * Takes the sandbox of a request, which counts as its use.
   * @throws Problem invalid_payload if the partner may make no other; and as `take`
   */
  use(place: SandboxPlace): Database {
    const id = sandboxId(place);
    if (place.name === null) return this.take(id);
    const { clock, dataDir } = this.parts;
    if (!this.#open.has(id) && !existsSync(sandboxPath(dataDir, id))) requireRoom(dataDir, place.partner);
    const database = this.take(id);
    noteUse(database, clock.now());
    return database;
  }

  /**
   * Opens the sandbox's file; it stays open until `letGo` was called as often as `take`.
   * @throws WriteUnavailable if too many files are in use.
   */
  take(id: string): Database {
    let file = this.#open.get(id);
    if (file === undefined) {
      this.#makeRoom();
      file = { id, database: this.#openFile(id), users: 0 };
    }
    this.#open.delete(id);
    this.#open.set(id, file);
    file.users++;
    return file.database;
  }

  letGo(database: Database): void {
    for (const file of this.#open.values()) {
      if (file.database !== database) continue;
      file.users--;
      if (file.users === 0 && this.#open.size > this.limits.maxOpen) void this.#close(file);
      return;
    }
  }

  /**
   * Replaces the content of the sandbox's file with a state, in one commit, whether or not it is in use; nonces of
   * the last 15 minutes stay used. Concurrent changes wait, also those of other processes, and then apply to the
   * seed. A crash at any point leaves the file either unchanged or reset.
   * @throws WriteUnavailable, or the exchange's own error: the file is then unchanged.
   */
  async reset(id: string, state: SandboxState = FIXTURE_PROFILE): Promise<void> {
    const makeBytes = await this.#seed.load(state);
    const database = this.take(id);
    try {
      const deadline = await database.writer.run(holdFile);
      const nonces = listUsedNonces(database.read, this.parts.clock.now());
      const bytes = makeBytes({ partner: parseSandboxId(id).partner, nonces });
      await exchange(database.path, bytes, { clock: this.parts.clock, deadline });
      database.read.endSnapshot();
    } finally {
      this.letGo(database);
    }
  }

  /** Builds the seed ahead of the first request, which reports its errors. */
  prepare(): void {
    try {
      this.#seed.prepare();
    } catch {}
  }

  /** Deletes the file of a named sandbox that nobody has used for a day. Returns whether it did. */
  async deleteUnused(id: string): Promise<boolean> {
    const database = this.take(id);
    const unusedMs = this.parts.clock.now() - usedAt(database.read);
    this.letGo(database);
    const file = this.#open.get(id);
    if (unusedMs < UNUSED_MS || (file !== undefined && file.users > 0)) return false;
    if (file !== undefined) await this.#close(file);
    // A request may have come meanwhile.
    if (this.#open.has(id)) return false;
    removeDatabase(sandboxPath(this.parts.dataDir, id));
    return true;
  }

  /** Every sandbox's file in turn; each stays open until the next is requested. */
  async *each(): AsyncGenerator<Database> {
    for (const id of this.ids()) {
      const database = this.take(id);
      try {
        yield database;
      } finally {
        this.letGo(database);
      }
    }
  }

  /** Migrates every sandbox's file, as each use of a file does. Returns the migrations applied. */
  async migrate(): Promise<{ path: string; schema: string; applied: readonly string[] }[]> {
    const migrated = [];
    for await (const { path, read, applied } of this.each())
      migrated.push({ path, schema: readSchemaVersion(read).newest, applied });
    return migrated;
  }

  readSeed(id: string): Seeding {
    const database = this.take(id);
    try {
      return readSeeding(database.read, database.now(this.parts.clock.now()));
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
    for (const file of [...this.#open.values()]) void this.#close(file);
    await Promise.all(this.#closing);
  }

  #openFile(id: string): Database {
    const path = sandboxPath(this.parts.dataDir, id);
    const { partner } = parseSandboxId(id);
    if (!existsSync(path)) this.#makeFile(path, partner);
    const { clock, dataDir, log } = this.parts;
    const timeline = new SandboxTimeline();
    const database = Database.open(path, clock, { simulatesDeliveries: true, timeline, dataDir });
    reportLoss(database, log);
    const state = readState(database.read);
    database.read.endSnapshot();
    if (state === null) this.#seedAnew(path, partner);
    return database;
  }

  /**
   * Creates a file from the seed. A concurrent key rotation could miss it, so the key is checked again once the file
   * exists.
   */
  #makeFile(path: string, partner: string): void {
    mkdirSync(sandboxDirectory(this.parts.dataDir), { recursive: true, mode: 0o700 });
    try {
      createFromBytes(path, this.#seed.newFile(partner));
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
        beginSandbox(tx, { partner, state: FIXTURE_PROFILE, nonces: nonces ?? [] });
      },
    });
  }

  #makeRoom(): void {
    if (this.#open.size < this.limits.maxOpen) return;
    const idle = this.#open.values().find((file) => file.users === 0);
    if (idle !== undefined) void this.#close(idle);
    else if (this.#open.size >= this.limits.maxInUse)
      throw new WriteUnavailable("too many sandbox files are in use");
  }

  #close(file: OpenFile): Promise<void> {
    this.#open.delete(file.id);
    const closing = file.database.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return closing;
  }
}

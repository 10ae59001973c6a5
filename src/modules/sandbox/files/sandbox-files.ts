import { existsSync, mkdirSync } from "node:fs";
import { Database } from "../../../db/database.ts";
import { sandboxDirectory, sandboxPartners, sandboxPath } from "../../../db/files.ts";
import { schemaOf } from "../../../db/migrate.ts";
import { rebuild } from "../../../db/rebuild.ts";
import type { Tx } from "../../../db/sql.ts";
import { createFromBytes, exchange } from "../../../db/template.ts";
import { WriteUnavailable } from "../../../db/write-errors.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { readSetting } from "../../platform/state/index.ts";
import { FIXTURE_PROFILE, SANDBOX_START_MS } from "./profile.ts";
import { beginSandbox, liveNonces, PROFILE_SETTING, SandboxSeed, SEEDED_SETTING } from "./sandbox-seed.ts";
import { holdFile, SandboxTimeline } from "./sandbox-timeline.ts";
import { seedSandbox } from "./seed.ts";

/** Files that stay open between requests. */
const MAX_OPEN = 64;
/** Files in use at once: each for the milliseconds of its requests, so more open rather than refuse. */
const MAX_IN_USE = 1_024;

interface OpenFile {
  partner: string;
  database: Database;
  /** How many requests, jobs or commands use it now. */
  users: number;
}

/**
 * Partners' sandbox state: one file a partner, opened when it is first needed, with a fresh seed where there is none.
 * A bounded number stays open: the one that was not used for longest is closed, once nobody uses it. While more than
 * those are in use at once, more are open.
 */
export class SandboxFiles {
  /** By partner, the one that was used last at the end. */
  readonly #open = new Map<string, OpenFile>();
  readonly #closing = new Set<Promise<void>>();
  readonly #seed: SandboxSeed;

  constructor(
    private readonly dataDir: string,
    private readonly clock: Clock,
    private readonly keyring: Keyring,
    private readonly maxOpen = MAX_OPEN,
    private readonly maxInUse = MAX_IN_USE,
  ) {
    this.#seed = new SandboxSeed(clock, keyring);
  }

  /** The partners who have a file, by name. */
  partners(): string[] {
    return sandboxPartners(this.dataDir);
  }

  get openCount(): number {
    return this.#open.size;
  }

  /**
   * The partner's file, open until it is let go of as often as it was taken.
   * @throws WriteUnavailable where as many as may be in use at once are.
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
      if (file.users === 0 && this.#open.size > this.maxOpen) this.#close(file);
      return;
    }
  }

  /**
   * Puts the seed in the place of whatever the partner's file holds, in one commit, in use or not; nonces of the last
   * 15 minutes stay used. Changes that come meanwhile wait, here and in other processes, and meet the seed. Killed at
   * any point it leaves the file as it was, or with the seed.
   * @throws WriteUnavailable, or what the exchange threw: nothing is reset then.
   */
  async reset(partner: string): Promise<void> {
    const database = this.take(partner);
    try {
      const deadline = await database.writer.run(holdFile);
      const bytes = this.#seed.bytesFor(partner, liveNonces(database.read, this.clock.now()));
      await exchange(database.path, bytes, this.clock, deadline);
      database.read.endSnapshot();
    } finally {
      this.letGo(database);
    }
  }

  /** Makes ready what the first request of all would wait for. What fails here, fails there with words. */
  prepare(): void {
    try {
      this.#seed.prepare();
    } catch {}
  }

  /** Every partner's file, one after another; each is open until the next is asked for. */
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

  /** Brings every partner's schema up to date, as each use of a file does. Returns what was missing. */
  async migrate(): Promise<{ path: string; schema: string; applied: readonly string[] }[]> {
    const migrated = [];
    for await (const { path, read, applied } of this.each())
      migrated.push({ path, schema: schemaOf(read).newest, applied });
    return migrated;
  }

  /** When the partner's file was given its seed, in Unix milliseconds, and whether it still is as it was then. */
  seedOf(partner: string): { at: number; isUntouched: boolean } {
    const database = this.take(partner);
    try {
      return {
        at: Date.parse(readSetting(database.read, SEEDED_SETTING) ?? isoUtc(0)),
        isUntouched: database.now(this.clock.now()) === SANDBOX_START_MS,
      };
    } finally {
      this.letGo(database);
    }
  }

  /** Closes what is open, once it is written. */
  async close(): Promise<void> {
    for (const file of [...this.#open.values()]) this.#close(file);
    await Promise.all(this.#closing);
  }

  #openFile(partner: string): Database {
    const path = sandboxPath(this.dataDir, partner);
    if (!existsSync(path)) this.#makeFile(path, partner);
    const database = Database.open(path, this.clock, {
      simulatesDeliveries: true,
      timeline: new SandboxTimeline(),
    });
    const profile = readSetting(database.read, PROFILE_SETTING);
    database.read.endSnapshot();
    if (profile !== FIXTURE_PROFILE) this.#seedAnew(path, partner);
    return database;
  }

  /**
   * Sealed by a key that a rotation was about to end it would be missed by that, so it is looked at once it is there.
   */
  #makeFile(path: string, partner: string): void {
    mkdirSync(sandboxDirectory(this.dataDir), { recursive: true, mode: 0o700 });
    try {
      createFromBytes(path, this.#seed.bytesFor(partner, []));
      if (!this.#seed.isCurrent()) this.#seedAnew(path, partner);
    } catch {
      // Another process made it first, or files cannot be linked there.
      if (!existsSync(path)) this.#seedAnew(path, partner);
    }
  }

  /** In place, row by row: for a file without a whole seed of this profile, which an older salute left. */
  #seedAnew(path: string, partner: string): void {
    const save = (tx: Tx) => liveNonces(tx, tx.clockNow);
    rebuild(path, this.clock, save, (tx, nonces) => {
      seedSandbox(tx, this.keyring);
      beginSandbox(tx, partner, nonces ?? []);
    });
  }

  #makeRoom(): void {
    if (this.#open.size < this.maxOpen) return;
    const idle = this.#open.values().find((file) => file.users === 0);
    if (idle !== undefined) this.#close(idle);
    else if (this.#open.size >= this.maxInUse)
      throw new WriteUnavailable("too many sandbox files are in use");
  }

  #close(file: OpenFile): void {
    this.#open.delete(file.partner);
    const closing = file.database.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

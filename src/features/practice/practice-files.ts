import { existsSync, mkdirSync } from "node:fs";
import { Database } from "../../db/database.ts";
import { practiceDirectory, practicePartners, practicePath } from "../../db/files.ts";
import { schemaOf } from "../../db/migrate.ts";
import { rebuild } from "../../db/rebuild.ts";
import type { Tx } from "../../db/sql.ts";
import { WriteUnavailable } from "../../db/writer.ts";
import { NONCE_WINDOW_MS } from "../../http/mutation.ts";
import { type Clock, isoUtc } from "../../kit/clock.ts";
import type { Keyring } from "../master-key/index.ts";
import { readSetting, writeSetting } from "../settings/index.ts";
import { PracticeTimeline } from "./practice-timeline.ts";
import { FIXTURE_PROFILE, PRACTICE_START_MS } from "./profile.ts";
import { seedPractice } from "./seed.ts";

const PROFILE_SETTING = "practice_profile";
const SEEDED_SETTING = "practice_seeded_at";
const MAX_OPEN = 64;

interface OpenFile {
  partner: string;
  database: Database;
  /** How many requests, jobs or commands use it now. */
  users: number;
}

/**
 * Partners' practice state: one file a partner, opened when it is first needed, with a fresh seed where there is none.
 * A bounded number stays open: the one that was not used for longest is closed, once nobody uses it.
 */
export class PracticeFiles {
  /** By partner, the one that was used last at the end. */
  readonly #open = new Map<string, OpenFile>();
  readonly #closing = new Set<Promise<void>>();

  constructor(
    private readonly dataDir: string,
    private readonly clock: Clock,
    private readonly keyring: Keyring,
    private readonly maxOpen = MAX_OPEN,
  ) {}

  /** The partners who have a file, by name. */
  partners(): string[] {
    return practicePartners(this.dataDir);
  }

  get openCount(): number {
    return this.#open.size;
  }

  /**
   * The partner's file, open until it is let go of as often as it was taken.
   * @throws WriteUnavailable where as many as may be open are all in use.
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
      if (file.database === database) file.users--;
    }
  }

  /**
   * Puts the seed in the place of whatever the partner's file holds, in one commit, in use or not; nonces of the last 15
   * minutes stay used.
   */
  reset(partner: string): void {
    mkdirSync(practiceDirectory(this.dataDir), { recursive: true, mode: 0o700 });
    rebuild(practicePath(this.dataDir, partner), this.clock, liveNonces, (tx, nonces) => {
      seedPractice(tx, partner, this.keyring);
      writeSetting(tx, PROFILE_SETTING, FIXTURE_PROFILE);
      writeSetting(tx, SEEDED_SETTING, isoUtc(tx.clockNow));
      for (const { key_id, nonce, used_at } of nonces ?? [])
        tx.run("INSERT INTO nonces (key_id, nonce, used_at) VALUES (?, ?, ?)", key_id, nonce, used_at);
    });
    this.#open.get(partner)?.database.read.endSnapshot();
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
        isUntouched: database.now(this.clock.now()) === PRACTICE_START_MS,
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
    const path = practicePath(this.dataDir, partner);
    if (!existsSync(path)) this.reset(partner);
    const database = Database.open(path, this.clock, {
      simulatesDeliveries: true,
      timeline: new PracticeTimeline(),
    });
    const profile = readSetting(database.read, PROFILE_SETTING);
    database.read.endSnapshot();
    if (profile !== FIXTURE_PROFILE) this.reset(partner);
    return database;
  }

  #makeRoom(): void {
    if (this.#open.size < this.maxOpen) return;
    const idle = this.#open.values().find((file) => file.users === 0);
    if (idle === undefined) throw new WriteUnavailable("too many practice files are in use");
    this.#close(idle);
  }

  #close(file: OpenFile): void {
    this.#open.delete(file.partner);
    const closing = file.database.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

interface NonceRow {
  key_id: string;
  nonce: string;
  used_at: number;
}

/** Those that a second use must still be refused for. */
function liveNonces(tx: Tx): NonceRow[] {
  return tx.all<NonceRow>(
    "SELECT key_id, nonce, used_at FROM nonces WHERE used_at > ?",
    tx.clockNow - NONCE_WINDOW_MS,
  );
}

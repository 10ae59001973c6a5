import { setImmediate as turn } from "node:timers/promises";
import { SANDBOX_PARTNER_ID } from "../../../db/files.ts";
import { Template } from "../../../db/migrations/template.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { keepNonce, type UsedNonce } from "../../platform/idempotency/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import { beginFeed } from "../../webhooks/events/index.ts";
import { USED_SETTING } from "./named-sandboxes.ts";
import { FIXTURE_PROFILE, SANDBOX_START_MS, SANDBOX_STATES, type SandboxState } from "./profile.ts";
import { STANDARD_USERS, seedEmpty, seedSandbox } from "./seed.ts";
import { seedUsers, USER_COUNT } from "./ten-thousand-seed.ts";

/** Name of the state that the file was seeded with. */
const PROFILE_SETTING = "practice_profile";
/** Real time of the seeding. */
const SEEDED_SETTING = "practice_seeded_at";

/** Users inserted in one turn of the event loop. */
const USERS_AT_ONCE = 250;

/** What distinguishes a new file from others of the same state. */
export interface Beginning {
  partner: string;
  state: SandboxState;
  /** Nonces that stay used after a reset. */
  nonces: readonly UsedNonce[];
}

/** Assigns a seeded file to this partner. */
export function beginSandbox(tx: Tx, { partner, state, nonces }: Beginning): void {
  tx.run("UPDATE partners SET name = ?", partner);
  writeSetting(tx, PROFILE_SETTING, state);
  writeSetting(tx, SEEDED_SETTING, isoUtc(tx.clockNow));
  beginFeed(tx, SANDBOX_PARTNER_ID);
  writeSetting(tx, USED_SETTING, String(tx.clockNow));
  for (const used of nonces) keepNonce(tx, used);
}

/** The state that a file was seeded with; null if that was cut off, or the state is of another version. */
export function readState(sql: Sql): SandboxState | null {
  const name = readSetting(sql, PROFILE_SETTING);
  return SANDBOX_STATES.find((state) => state === name) ?? null;
}

export interface Seeding {
  /** Real time of the last reset in Unix milliseconds. */
  at: number;
  /** Whether the file still is as new ones are. */
  isUntouched: boolean;
}

/** @param now the file's own time */
export function readSeeding(sql: Sql, now: number): Seeding {
  return {
    at: Date.parse(readSetting(sql, SEEDED_SETTING) ?? isoUtc(0)),
    isUntouched: now === SANDBOX_START_MS && readState(sql) === FIXTURE_PROFILE,
  };
}

interface Made<Seed> {
  seed: Seed;
  /** The master key that seals its secrets. */
  keyId: string;
}

/**
 * The states as the bytes of a file. Each is built once for all partners, and again after a rotation of the master key
 * that seals its secrets.
 */
export class SandboxSeed {
  #standard: Made<Template> | null = null;
  #others = new Map<SandboxState, Made<Promise<Template>>>();

  constructor(
    private readonly clock: Clock,
    private readonly keyring: Keyring,
  ) {}

  /** Builds the seed of new files ahead of the first one. */
  prepare(): void {
    this.#standardTemplate();
  }

  /** Whether the built seed of new files is sealed with the newest key of the key file. */
  isCurrent(): boolean {
    return this.#standard?.keyId === this.keyring.newest.id;
  }

  /** The bytes of a new file. */
  newFile(partner: string): Uint8Array {
    return this.#standardTemplate().bytesFor((tx) =>
      beginSandbox(tx, { partner, state: FIXTURE_PROFILE, nonces: [] }),
    );
  }

  /** Builds a state over as many turns of the event loop as it takes. The returned function gives a file's bytes. */
  async load(state: SandboxState): Promise<(beginning: Omit<Beginning, "state">) => Uint8Array> {
    const template = await this.#templateOf(state);
    return (beginning) => template.bytesFor((tx) => beginSandbox(tx, { ...beginning, state }));
  }

  #templateOf(state: SandboxState): Template | Promise<Template> {
    if (state === FIXTURE_PROFILE) return this.#standardTemplate();
    const made = this.#others.get(state);
    const keyId = this.keyring.newest.id;
    if (made?.keyId === keyId) return made.seed;
    const seed =
      state === "empty" ? Promise.resolve(new Template(this.clock, seedEmpty)) : this.#buildLarge();
    this.#others.set(state, { seed, keyId });
    seed.catch(() => this.#others.delete(state));
    return seed;
  }

  async #buildLarge(): Promise<Template> {
    const template = new Template(this.clock, (tx) => seedSandbox(tx, this.keyring));
    for (let from = STANDARD_USERS + 1; from <= USER_COUNT; from += USERS_AT_ONCE) {
      await turn();
      template.add((tx) => seedUsers(tx, from, Math.min(USER_COUNT, from + USERS_AT_ONCE - 1)));
    }
    return template;
  }

  #standardTemplate(): Template {
    if (this.#standard !== null && this.isCurrent()) return this.#standard.seed;
    const keyId = this.keyring.newest.id;
    const seed = new Template(this.clock, (tx) => seedSandbox(tx, this.keyring));
    this.#standard?.seed.close();
    this.#standard = { seed, keyId };
    return seed;
  }
}

import { SANDBOX_PARTNER_ID } from "../../../db/files.ts";
import { Template } from "../../../db/migrations/template.ts";
import type { Tx } from "../../../db/sql.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { keepNonce, type UsedNonce } from "../../platform/idempotency/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { writeSetting } from "../../platform/state/index.ts";
import { beginFeed } from "../../webhooks/events/index.ts";
import { FIXTURE_PROFILE } from "./profile.ts";
import { seedSandbox } from "./seed.ts";

/** Profile of the file's seed. */
export const PROFILE_SETTING = "practice_profile";
/** Real time of the seeding. */
export const SEEDED_SETTING = "practice_seeded_at";

/** Assigns a seeded file to this partner. @param nonces that stay used after a reset */
export function beginSandbox(tx: Tx, partner: string, nonces: readonly UsedNonce[]): void {
  tx.run("UPDATE partners SET name = ?", partner);
  writeSetting(tx, PROFILE_SETTING, FIXTURE_PROFILE);
  writeSetting(tx, SEEDED_SETTING, isoUtc(tx.clockNow));
  beginFeed(tx, SANDBOX_PARTNER_ID);
  for (const used of nonces) keepNonce(tx, used);
}

/**
 * The seed as the bytes of a file. It is built once for all partners, and again after a rotation of the master key
 * that seals its secrets.
 */
export class SandboxSeed {
  #made: { template: Template; keyId: string } | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly keyring: Keyring,
  ) {}

  /** Builds the seed ahead of the first file. */
  prepare(): void {
    this.#template();
  }

  /** Whether the built seed is sealed with the newest key of the key file. */
  isCurrent(): boolean {
    return this.#made?.keyId === this.keyring.newest.id;
  }

  bytesFor(partner: string, nonces: readonly UsedNonce[]): Uint8Array {
    return this.#template().bytesFor((tx) => beginSandbox(tx, partner, nonces));
  }

  #template(): Template {
    if (this.#made !== null && this.isCurrent()) return this.#made.template;
    const keyId = this.keyring.newest.id;
    const template = new Template(this.clock, (tx) => seedSandbox(tx, this.keyring));
    this.#made?.template.close();
    this.#made = { template, keyId };
    return template;
  }
}

import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { nonces } from "../../../db/tables/partners.ts";
import { Template } from "../../../db/template.ts";
import { NONCE_WINDOW_MS } from "../../../http/mutation.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { writeSetting } from "../../platform/state/index.ts";
import { FIXTURE_PROFILE } from "./profile.ts";
import { seedSandbox } from "./seed.ts";

/** Which state the file began with. */
export const PROFILE_SETTING = "practice_profile";
/** When it did, by the clock. */
export const SEEDED_SETTING = "practice_seeded_at";

/** A nonce that a second use must still be refused for. */
type NonceRow = RowOf<typeof nonces>;

/** Nonces that stay used over a reset. */
export function liveNonces(sql: Sql, clockNow: number): NonceRow[] {
  return sql.all<NonceRow>(
    "SELECT key_id, nonce, used_at FROM nonces WHERE used_at > ?",
    clockNow - NONCE_WINDOW_MS,
  );
}

/** Makes a seeded file this partner's. */
export function beginSandbox(tx: Tx, partner: string, nonces: readonly NonceRow[]): void {
  tx.run("UPDATE partners SET name = ?", partner);
  writeSetting(tx, PROFILE_SETTING, FIXTURE_PROFILE);
  writeSetting(tx, SEEDED_SETTING, isoUtc(tx.clockNow));
  for (const { key_id, nonce, used_at } of nonces)
    tx.run("INSERT INTO nonces (key_id, nonce, used_at) VALUES (?, ?, ?)", key_id, nonce, used_at);
}

/**
 * The seed as the bytes of a file. Migrations and verbs run once for all partners, and again where the master key that
 * sealed the seed's secrets is the newest no more.
 */
export class SandboxSeed {
  #made: { template: Template; keyId: string } | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly keyring: Keyring,
  ) {}

  /** Does what the first file would wait for. */
  prepare(): void {
    this.#template();
  }

  /** Whether what was made last is sealed under the newest key, as the key file has it now. */
  isCurrent(): boolean {
    return this.#made?.keyId === this.keyring.newest.id;
  }

  bytesFor(partner: string, nonces: readonly NonceRow[]): Uint8Array {
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

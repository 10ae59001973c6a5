import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { equalConstantTime } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";
import { LookupKey } from "../../platform/lookup-keys/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { takeChallenge } from "./store.ts";

const LIFETIME_MS = 5 * MINUTE_MS;

/**
 * Challenges of passkeys. A challenge carries its expiry and a keyed hash of its purpose, so that asking for one stores
 * nothing; answering one uses it up.
 */
export class Challenges {
  readonly #key: LookupKey;

  constructor(
    private readonly live: Database,
    keyring: Keyring,
  ) {
    this.#key = new LookupKey(keyring, "passkey_challenges");
  }

  /** A new challenge, valid for five minutes for this purpose only. */
  async issue(purpose: string, now: number): Promise<string> {
    const hash =
      this.#key.knownHasher(this.live.read) ?? (await this.live.writer.run((tx) => this.#key.hasher(tx)));
    const body = `${randomSecret(systemRandom)}.${now + LIFETIME_MS}`;
    return `${body}.${hash(`${purpose} ${body}`)}`;
  }

  /** Uses a challenge up. Returns false if it is another purpose's, expired, forged, or was used before. */
  take(tx: Tx, challenge: string, purpose: string): boolean {
    const [random = "", expiry = "", mac = "", ...rest] = challenge.split(".");
    const expected = this.#key.make(tx, `${purpose} ${random}.${expiry}`);
    if (rest.length > 0 || !equalConstantTime(mac, expected)) return false;
    const expiresAt = Number(expiry);
    return expiresAt > tx.now && takeChallenge(tx, challenge, expiresAt);
  }
}

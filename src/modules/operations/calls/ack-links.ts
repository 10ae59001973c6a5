import type { Sql, Tx } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { equalConstantTime } from "../../../kit/crypto/seal.ts";
import { LookupKey } from "../../platform/lookup-keys/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";

/** Where a link went that is not one operator's own. */
export const SHARED_LINKS = { mail: "~mail", webhook: "~webhook" } as const;

interface AckLink {
  alertUid: string;
  /** An operator's name, or one of SHARED_LINKS. */
  to: string;
}

const VALID_MS = DAY_MS;
const ALERT = /^alert_([0-9A-Z]{26})$/;
const TOKEN = /^([0-9A-Z]{26})-([0-9a-z]+)-([A-Za-z0-9_-]+)-([0-9a-f]{64})$/;

/**
 * Signed links that acknowledge an alarm. Nothing of them is stored: alarm, recipient and expiry stand in the link, and
 * the signature's key is sealed in the file.
 */
export class AckLinks {
  readonly #key: LookupKey;

  constructor(keyring: Keyring) {
    this.#key = new LookupKey(keyring, "alarm_links");
  }

  /** Creates the file's key, without which `find` finds nothing. */
  prepare(tx: Tx): void {
    this.#key.hasher(tx);
  }

  /** The path of a link that is valid for a day. */
  make(tx: Tx, { alertUid, to }: AckLink): string {
    const text = signedText(alertUid, to, tx.now + VALID_MS);
    return `/admin/ack/${text}-${this.#key.make(tx, text)}`;
  }

  /** As `make`, for an alarm whose links were made before; null if none was. */
  find(sql: Sql, { alertUid, to }: AckLink, createdAt: number): string | null {
    const text = signedText(alertUid, to, createdAt + VALID_MS);
    const signature = this.#key.find(sql, text);
    return signature === null ? null : `/admin/ack/${text}-${signature}`;
  }

  /** What a link's token names; null if it is forged or has expired. */
  open(sql: Sql, token: string, now: number): AckLink | null {
    const [, id, expiry, to, signature] = TOKEN.exec(token) ?? [];
    if (id === undefined || expiry === undefined || to === undefined || signature === undefined) return null;
    const expected = this.#key.find(sql, token.slice(0, -signature.length - 1));
    if (expected === null || !equalConstantTime(expected, signature)) return null;
    if (Number.parseInt(expiry, 36) <= now) return null;
    return { alertUid: `alert_${id}`, to: Buffer.from(to, "base64url").toString() };
  }
}

function signedText(alertUid: string, to: string, expiresAt: number): string {
  const id = ALERT.exec(alertUid)?.[1];
  if (id === undefined) throw new Error(`${alertUid} is not the id of an alert`);
  return `${id}-${expiresAt.toString(36)}-${Buffer.from(to).toString("base64url")}`;
}

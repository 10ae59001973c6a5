import type { SigningSecrets } from "../../envelope/index.ts";
import { OWN_HEADERS, type OwnHeaders } from "./own-headers.ts";
import type { ReceiverRow } from "./receivers.ts";

/** Opens a text that was sealed for this context. */
export interface Opener {
  unseal(sealed: string, context: string): string;
}

/** Where a receiver's deliveries go, and its sealed texts, opened. A changed receiver is another object. */
export interface OpenedReceiver {
  webhookId: number;
  /** The owner of the receiver: name lookups are limited per owner. */
  owner: string;
  url: string;
  secrets: SigningSecrets;
  headers: OwnHeaders;
}

const NO_HEADERS: OwnHeaders = {};
const MAX_REMEMBERED = 10_000;

/** Cache of receivers' opened secrets and headers, each valid until its webhook changes. */
export class OpenSecrets {
  readonly #remembered = new Map<number, OpenedReceiver & { revision: number }>();

  constructor(private readonly opener: Opener) {}

  /** @throws SealError if no known key opens them. */
  of(receiver: ReceiverRow): OpenedReceiver {
    const known = this.#remembered.get(receiver.id);
    if (known?.revision === receiver.revision) return known;
    const previous = receiver.previous_secret_sealed;
    const secrets = {
      secret: this.opener.unseal(receiver.secret_sealed, receiver.uid),
      previousSecret: previous === null ? null : this.opener.unseal(previous, receiver.uid),
      previousSecretExpiresAt: receiver.previous_secret_expires_at ?? 0,
    };
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    const sealed = receiver.headers_sealed;
    const headers = sealed === null ? NO_HEADERS : OWN_HEADERS.read(this.opener.unseal(sealed, receiver.uid));
    const { id: webhookId, partner_id, target_url: url, revision } = receiver;
    const opened = { webhookId, owner: String(partner_id), url, revision, secrets, headers };
    this.#remembered.set(receiver.id, opened);
    return opened;
  }
}

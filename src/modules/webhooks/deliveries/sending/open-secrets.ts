import type { SigningSecrets } from "./envelope.ts";
import type { ReceiverRow } from "./receivers.ts";

/** Opens a text that was sealed for this context. */
export interface Opener {
  unseal(sealed: string, context: string): string;
}

const MAX_REMEMBERED = 10_000;

/** Cache of receivers' opened secrets, each valid until its webhook changes. */
export class OpenSecrets {
  readonly #remembered = new Map<number, { revision: number; secrets: SigningSecrets }>();

  constructor(private readonly opener: Opener) {}

  /** @throws SealError if no known key opens them. */
  of(receiver: ReceiverRow): SigningSecrets {
    const known = this.#remembered.get(receiver.id);
    if (known?.revision === receiver.revision) return known.secrets;
    const previous = receiver.previous_secret_sealed;
    const secrets = {
      secret: this.opener.unseal(receiver.secret_sealed, receiver.uid),
      previousSecret: previous === null ? null : this.opener.unseal(previous, receiver.uid),
      previousSecretExpiresAt: receiver.previous_secret_expires_at ?? 0,
    };
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(receiver.id, { revision: receiver.revision, secrets });
    return secrets;
  }
}

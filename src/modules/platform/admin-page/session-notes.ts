import type { OperatorActor } from "../../../http/operation.ts";

const MAX_KEPT = 5_000;

/** What pages of this process know between a form and the page after it: bounded, and forgotten by a restart. */
export class SessionNotes {
  readonly #done = new Map<string, string>();
  readonly #sent = new Set<string>();

  /** Tells the operator's next page what was done. */
  leave(actor: OperatorActor, message: string): void {
    const session = sessionOf(actor);
    if (session === null) return;
    this.#done.delete(session);
    this.#done.set(session, message);
    dropOldest(this.#done);
  }

  /** What the operator's last form did; null where it was told already. */
  take(actor: OperatorActor): string | null {
    const session = sessionOf(actor);
    if (session === null) return null;
    const message = this.#done.get(session) ?? null;
    this.#done.delete(session);
    return message;
  }

  /** Takes a form's one-time token for this path; false where it was used. */
  useToken(path: string, token: string): boolean {
    const use = `${path} ${token}`;
    if (this.#sent.has(use)) return false;
    this.#sent.add(use);
    dropOldest(this.#sent);
    return true;
  }

  /** A refused form may be sent again. */
  releaseToken(path: string, token: string): void {
    this.#sent.delete(`${path} ${token}`);
  }
}

function sessionOf({ session }: OperatorActor): string | null {
  return session?.tokenHash ?? null;
}

function dropOldest(kept: Map<string, unknown> | Set<string>): void {
  if (kept.size <= MAX_KEPT) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

import type { OperatorActor } from "../../../http/operation.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";

/** Readers of pages, in a session or with a token. */
type InSession = Pick<OperatorActor, "session">;

const MAX_KEPT = 5_000;

/** Notes of this process from a form to the next page: limited in number, lost at a restart. */
export class SessionNotes {
  readonly #done = new Map<string, string>();
  readonly #sent = new Set<string>();
  /** Begins the tokens of this process. */
  readonly #mark = `${randomSecret(systemRandom).slice(0, 8)}.`;

  /** Stores a confirmation for the actor's next page. */
  leave(actor: InSession, message: string): void {
    const session = sessionOf(actor);
    if (session === null) return;
    this.#done.delete(session);
    this.#done.set(session, message);
    dropOldest(this.#done);
  }

  /** Returns and deletes the confirmation of the actor's last form; null if there is none. */
  take(actor: InSession): string | null {
    const session = sessionOf(actor);
    if (session === null) return null;
    const message = this.#done.get(session) ?? null;
    this.#done.delete(session);
    return message;
  }

  /** A token that lets a form be sent once. */
  newToken(): string {
    return this.#mark + randomSecret(systemRandom);
  }

  /** Whether this process made the token: only then it knows whether it was used. */
  knowsToken(token: string): boolean {
    return token.startsWith(this.#mark);
  }

  /** Uses up a form's one-time token for this path; false if it was used already. */
  useToken(path: string, token: string): boolean {
    const use = `${path} ${token}`;
    if (this.#sent.has(use)) return false;
    this.#sent.add(use);
    dropOldest(this.#sent);
    return true;
  }

  /** Allows a refused form to be sent again. */
  releaseToken(path: string, token: string): void {
    this.#sent.delete(`${path} ${token}`);
  }
}

function sessionOf({ session }: InSession): string | null {
  return session?.tokenHash ?? null;
}

function dropOldest(kept: Map<string, unknown> | Set<string>): void {
  if (kept.size <= MAX_KEPT) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

import type { Sql } from "../../../../../db/sql.ts";
import type { ReceiverRow } from "../receivers.ts";

/**
 * Whether a claimed record may still be sent: its webhook is unchanged and nothing is paused. Reads the database once per
 * turn of the event loop.
 */
export class Permits {
  readonly #revisions = new Map<number, number | null>();
  #isPaused: boolean | null = null;

  constructor(
    private readonly read: Sql,
    private readonly isPaused: (sql: Sql) => boolean,
  ) {}

  maySend({ id, revision }: ReceiverRow): boolean {
    if (this.#isPaused === null) this.#begin();
    return this.#isPaused === false && this.#revisionOf(id) === revision;
  }

  /** Call it after a commit, which may have changed what is permitted. */
  forget(): void {
    this.#isPaused = null;
    this.#revisions.clear();
  }

  #begin(): void {
    this.#isPaused = this.isPaused(this.read);
    setImmediate(() => this.forget());
  }

  #revisionOf(id: number): number | null {
    const known = this.#revisions.get(id);
    if (known !== undefined) return known;
    const row = this.read.get<{ revision: number }>("SELECT revision FROM webhooks WHERE id = ?", id);
    const revision = row?.revision ?? null;
    this.#revisions.set(id, revision);
    return revision;
  }
}

import type { Database } from "../../../db/database.ts";
import type { Cacheable } from "../../../http/answers/answer.ts";
import { SECOND_MS } from "../../../kit/clock.ts";

/** Delay until another process's changes are seen (contract section 1). */
const KEPT_MS = SECOND_MS;
const MAX_KEPT = 256;

interface CachedAnswer {
  answer: Cacheable | null;
  madeAt: number;
  /** This process's commit count at that time. */
  commits: number;
}

/**
 * An answer built from stored figures once for many readers: rebuilt after a second, and after each commit. While it
 * is valid the same object is returned, so that its bytes and their hash are also computed once.
 */
export class StoredAnswer<Key extends string | number | null> {
  readonly #kept = new Map<Key, CachedAnswer>();

  constructor(
    private readonly db: Database,
    private readonly make: (key: Key, now: number) => Cacheable | null,
  ) {}

  /** Null before there are figures. */
  at(key: Key, now: number): Cacheable | null {
    const { commits } = this.db.writer.counts;
    const known = this.#kept.get(key);
    if (known !== undefined && known.commits === commits && Math.abs(now - known.madeAt) < KEPT_MS)
      return known.answer;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const answer = this.make(key, now);
    this.#kept.set(key, { answer, madeAt: now, commits });
    return answer;
  }
}

/** Ids above `after`, ascending, `limit` of them at most, the first `skip` left out. */
export type Source = (after: number, limit: number, skip: number) => number[];

export interface IdPage {
  /** Exclusive. */
  after: number;
  limit: number;
  offset: number;
}

export interface FoundIds {
  ids: number[];
  /** Set where the search stopped early: everything up to this id was looked at, and there may be more above. */
  resumeAfter: number | null;
}

const MIN_BATCH = 8;
const MAX_BATCH = 512;
/** What asking a source costs beside its rows, in rows. */
const ASK_COST = 60;
/** How much one page may read, in rows: some ten milliseconds. Past it the page is cut short, and its cursor goes on. */
const MAX_COST = 30_000;

/**
 * The ids that all sources have, ascending. Each source is asked only for what lies above the highest id seen, so the
 * rarest one sets the pace; where even that finds little, the page ends early rather than hold up the server.
 */
export function intersect(sources: readonly Source[], page: IdPage): FoundIds {
  const [only, ...others] = sources;
  if (only === undefined) throw new Error("a search needs a source");
  if (others.length === 0) return { ids: only(page.after, page.limit, page.offset), resumeAfter: null };
  const feeds = sources.map((source) => new Feed(source));
  const ids: number[] = [];
  let skipped = 0;
  let candidate = page.after + 1;
  let agreed = 0;
  for (let turn = 0; ids.length < page.limit; turn = (turn + 1) % feeds.length) {
    const next = feeds[turn]?.seek(candidate) ?? null;
    if (next === null) break;
    agreed = next === candidate ? agreed + 1 : 1;
    candidate = next;
    if (agreed === feeds.length) {
      if (skipped < page.offset) skipped++;
      else ids.push(candidate);
      candidate++;
      agreed = 0;
    }
    const cost = feeds.reduce((sum, feed) => sum + feed.cost, 0);
    // A page that is still skipping has no cursor that could go on from here.
    if (cost > MAX_COST && skipped === page.offset && ids.length < page.limit)
      return { ids, resumeAfter: candidate - 1 };
  }
  return { ids, resumeAfter: null };
}

/** One source, read in batches that grow while it is read through and shrink while it is leapt over. */
class Feed {
  cost = 0;
  #batch: number[] = [];
  #position = 0;
  #hits = 0;
  #size = MIN_BATCH;
  #ended = false;

  constructor(private readonly source: Source) {}

  /** The first id at or above `target`, which never falls; null where there is none. */
  seek(target: number): number | null {
    while (this.#position < this.#batch.length && (this.#batch[this.#position] ?? 0) < target)
      this.#position++;
    if (this.#position === this.#batch.length) this.#refill(target);
    this.#hits++;
    return this.#batch[this.#position] ?? null;
  }

  #refill(target: number): void {
    if (this.#ended) return;
    const wasReadThrough = this.#hits * 4 >= this.#batch.length;
    this.#size = wasReadThrough ? Math.min(this.#size * 2, MAX_BATCH) : Math.max(this.#size / 2, MIN_BATCH);
    this.#batch = this.source(target - 1, this.#size, 0);
    this.cost += ASK_COST + this.#batch.length;
    this.#position = 0;
    this.#hits = 0;
    this.#ended = this.#batch.length < this.#size;
  }
}

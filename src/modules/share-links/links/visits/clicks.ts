import type { Database } from "../../../../db/database.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../../../../kit/clock.ts";
import { systemRandom } from "../../../../kit/random.ts";
import { addClicks, type ClickCell, type ClickCounts } from "./click-store.ts";
import { CLICK_KINDS, type ClickKind, type Visit } from "./visitors.ts";

export function noClicks(): ClickCounts {
  return { human: 0, preview_bot: 0, head: 0, prefetch: 0, duplicate: 0 };
}

export function addCounts(into: ClickCounts, counts: ClickCounts): void {
  for (const kind of CLICK_KINDS) into[kind] += counts[kind];
}

/** This many cells, in the order of their links, take a write transaction some 20 ms. */
const CELLS_A_CHANGE = 2_000;
/** Limit of pending cells, reached only if the database refuses changes; further cells are not created. */
const MAX_PENDING_CELLS = 200_000;
/** Visitors per hour that are told apart. */
const MAX_VISITORS = 200_000;

/** A visitor's click on a link. */
interface Click {
  linkId: number;
  address: string;
  userAgent: string;
}

/**
 * Counts clicks in memory; `flush` writes them in batches. A visitor's clicks on a link within an hour count once;
 * visitors are told apart by a hash with a salt that is replaced each UTC day and never leaves memory. No address is
 * stored.
 */
export class ClickCounter {
  /** By link: few have more than one, for another channel or day. */
  #cells = new Map<number, ClickCell[]>();
  #cellCount = 0;
  /** Removed from `#cells`, and not yet committed. */
  readonly #leaving = new Set<ClickCell>();
  #flushing: Promise<void> = Promise.resolve();
  #salt = { day: -1, seed: 0n };
  /**
   * Time of each visitor's last counted click, by 53 bits of a hash: in this hour, and in the previous one. Larger
   * integers would be objects, which keep the heap of a load from shrinking.
   */
  #recent = new Map<number, number>();
  #earlier = new Map<number, number>();
  #hour = -1;

  constructor(
    private readonly clock: Clock,
    private readonly db: Database,
  ) {}

  /** Returns the kind as which it was counted. */
  count(linkId: number, { kind, channel, userAgent, isPrivate }: Visit, address: string): ClickKind {
    const now = this.clock.now();
    const isDuplicate = kind === "human" && !isPrivate && this.#isSeen({ linkId, address, userAgent }, now);
    const cell = this.#cellOf(linkId, Math.floor(now / DAY_MS), channel);
    const counted = isDuplicate ? "duplicate" : kind;
    if (cell !== null) cell.counts[counted]++;
    return counted;
  }

  /** Number of clicks that are counted and not stored yet. */
  get size(): number {
    let clicks = 0;
    for (const { counts } of this.pending()) for (const kind of CLICK_KINDS) clicks += counts[kind];
    return clicks;
  }

  /** These clicks. */
  *pending(): Generator<ClickCell> {
    yield* this.#leaving;
    for (const ofLink of this.#cells.values()) yield* ofLink;
  }

  /** Writes pending clicks; clicks that could not be written stay pending. @throws WriteUnavailable */
  flush(): Promise<void> {
    if (this.#cellCount > 0) this.#flushing = this.#flushing.catch(() => {}).then(() => this.#store());
    return this.#flushing;
  }

  /**
   * Writes one change after the other, so that none holds the database for long; failed ones are retried at the next
   * flush.
   */
  async #store(): Promise<void> {
    const cells = [...this.#cells.values()].flat().sort((a, b) => a.linkId - b.linkId);
    this.#cells = new Map();
    this.#cellCount = 0;
    for (const cell of cells) this.#leaving.add(cell);
    let failure: unknown = null;
    for (let start = 0; start < cells.length; start += CELLS_A_CHANGE) {
      await this.#storeChunk(cells.slice(start, start + CELLS_A_CHANGE)).catch((error) => {
        failure = error;
      });
    }
    if (failure !== null) throw failure;
  }

  async #storeChunk(chunk: ClickCell[]): Promise<void> {
    try {
      await this.db.writer.run((tx) => addClicks(tx, chunk), "lasting");
    } catch (error) {
      for (const { linkId, day, channel, counts } of chunk) {
        const again = this.#cellOf(linkId, day, channel);
        if (again !== null) addCounts(again.counts, counts);
      }
      throw error;
    } finally {
      for (const cell of chunk) this.#leaving.delete(cell);
    }
  }

  #cellOf(linkId: number, day: number, channel: string): ClickCell | null {
    const ofLink = this.#cells.get(linkId);
    const known = ofLink?.find((cell) => cell.day === day && cell.channel === channel);
    if (known !== undefined) return known;
    if (this.#cellCount >= MAX_PENDING_CELLS) return null;
    const cell = { linkId, day, channel, counts: noClicks() };
    this.#cellCount++;
    if (ofLink === undefined) this.#cells.set(linkId, [cell]);
    else ofLink.push(cell);
    return cell;
  }

  /** Whether this visitor's click on this link was counted within the last hour; if not, it is recorded now. */
  #isSeen({ linkId, address, userAgent }: Click, now: number): boolean {
    this.#turn(now);
    const hash = Bun.hash.wyhash(`${linkId}\n${address}\n${userAgent}`, this.#salt.seed);
    const visitor = Number(BigInt.asUintN(53, hash));
    const last = this.#recent.get(visitor) ?? this.#earlier.get(visitor);
    if (last !== undefined && now - last < HOUR_MS) return true;
    if (this.#recent.size < MAX_VISITORS) this.#recent.set(visitor, now);
    return false;
  }

  /** Forgets the hour before last in a new hour; replaces the salt and forgets all hashes on a new day. */
  #turn(now: number): void {
    const hour = Math.floor(now / HOUR_MS);
    if (hour === this.#hour) return;
    const day = Math.floor(now / DAY_MS);
    this.#earlier = hour === this.#hour + 1 && day === this.#salt.day ? this.#recent : new Map();
    this.#recent = new Map();
    this.#hour = hour;
    if (day !== this.#salt.day) this.#salt = { day, seed: newSeed() };
  }
}

/** 64 random bits. */
function newSeed(): bigint {
  return Buffer.from(systemRandom.bytes(8)).readBigUInt64LE();
}

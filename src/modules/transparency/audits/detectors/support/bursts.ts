/** Running total over a sliding window. Items are removed in the order in which they were added. */
export interface Gauge<Item> {
  readonly value: number;
  add(item: Item): void;
  remove(item: Item): void;
}

/** A run of items with the same key whose gauge reached the threshold. */
export interface Burst<Item> {
  key: string;
  first: Item;
  last: Item;
  /** Number of items. */
  items: number;
}

interface SlidingWindow<Item> {
  /** Items of the last span start at `head`; earlier ones have been removed. */
  items: Item[];
  head: number;
  /** Sequence number of the item at index 0. */
  offset: number;
  gauge: Gauge<Item>;
  burst: { first: Item; firstNumber: number; last: Item; lastNumber: number } | null;
}

/** Removed items are kept until there are this many and they make up half of the array. */
const MIN_COMPACTED = 64;

/**
 * Finds bursts: periods in which a gauge over a sliding window (last − first ≤ span) reaches a threshold. Windows that
 * share an item form one burst. Memory is bounded by the items within one span.
 */
export class BurstFinder<Item extends { at: number }> {
  readonly #windows = new Map<string, SlidingWindow<Item>>();
  /** Keys to check for expired items, in order of arrival. */
  #queue: { at: number; key: string }[] = [];
  #queueHead = 0;

  constructor(
    private readonly spanMs: number,
    private readonly threshold: number,
    private readonly createGauge: () => Gauge<Item>,
  ) {}

  /** Adds an item and yields the bursts that ended before it. Items must arrive in chronological order. */
  *add(key: string, item: Item): Generator<Burst<Item>> {
    yield* this.#expire(item.at);
    const window = this.#windows.get(key) ?? this.#open(key);
    window.items.push(item);
    window.gauge.add(item);
    this.#queue.push({ at: item.at, key });
    const ended = this.#removeExpired(key, window, item.at);
    if (ended !== null) yield ended;
    if (window.gauge.value < this.threshold) return;
    const lastNumber = window.offset + window.items.length - 1;
    const first = window.items[window.head];
    if (window.burst !== null) Object.assign(window.burst, { last: item, lastNumber });
    else if (first !== undefined)
      window.burst = { first, firstNumber: window.offset + window.head, last: item, lastNumber };
  }

  /** Yields the bursts still open when the input ends. */
  *end(): Generator<Burst<Item>> {
    for (const [key, window] of this.#windows) {
      const burst = burstOf(key, window);
      if (burst !== null) yield burst;
    }
    this.#windows.clear();
  }

  #open(key: string): SlidingWindow<Item> {
    const window: SlidingWindow<Item> = {
      items: [],
      head: 0,
      offset: 0,
      gauge: this.createGauge(),
      burst: null,
    };
    this.#windows.set(key, window);
    return window;
  }

  *#expire(now: number): Generator<Burst<Item>> {
    for (let next = this.#queue[this.#queueHead]; next !== undefined; ) {
      if (now - next.at <= this.spanMs) break;
      this.#queueHead++;
      const window = this.#windows.get(next.key);
      if (window !== undefined) {
        const ended = this.#removeExpired(next.key, window, now);
        if (ended !== null) yield ended;
        if (window.head === window.items.length) this.#windows.delete(next.key);
      }
      next = this.#queue[this.#queueHead];
    }
    if (this.#queueHead < MIN_COMPACTED || this.#queueHead * 2 < this.#queue.length) return;
    this.#queue = this.#queue.slice(this.#queueHead);
    this.#queueHead = 0;
  }

  /** Removes expired items. Returns the burst if its last item was removed, otherwise null. */
  #removeExpired(key: string, window: SlidingWindow<Item>, now: number): Burst<Item> | null {
    for (let item = window.items[window.head]; item !== undefined; item = window.items[window.head]) {
      if (now - item.at <= this.spanMs) break;
      window.gauge.remove(item);
      window.head++;
    }
    const isOver = window.burst !== null && window.offset + window.head > window.burst.lastNumber;
    const ended = isOver ? burstOf(key, window) : null;
    if (isOver) window.burst = null;
    if (window.head >= MIN_COMPACTED && window.head * 2 >= window.items.length) {
      window.items = window.items.slice(window.head);
      window.offset += window.head;
      window.head = 0;
    }
    return ended;
  }
}

function burstOf<Item>(key: string, { burst }: SlidingWindow<Item>): Burst<Item> | null {
  if (burst === null) return null;
  const { first, last, firstNumber, lastNumber } = burst;
  return { key, first, last, items: lastNumber - firstNumber + 1 };
}

/** Sums the items' weights; by default each item counts as 1. */
export function itemGauge<Item>(weightOf: (item: Item) => number = () => 1): Gauge<Item> {
  let value = 0;
  return {
    get value() {
      return value;
    },
    add: (item) => {
      value += weightOf(item);
    },
    remove: (item) => {
      value -= weightOf(item);
    },
  };
}

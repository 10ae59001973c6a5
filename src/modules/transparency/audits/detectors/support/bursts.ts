/** Adds up what a burst's window holds; items leave in the order in which they came. */
export interface Gauge<Item> {
  readonly value: number;
  add(item: Item): void;
  drop(item: Item): void;
}

/** Items of one key, each within the span of others, that reached the gauge's mark. */
export interface Burst<Item> {
  key: string;
  first: Item;
  last: Item;
  items: number;
}

interface Recent<Item> {
  /** Items of the last span; those before `head` have left. */
  items: Item[];
  head: number;
  /** Number of the item at index 0. */
  offset: number;
  gauge: Gauge<Item>;
  burst: { first: Item; firstNumber: number; last: Item; lastNumber: number } | null;
}

const SLACK = 64;

/**
 * Finds bursts: stretches in which a gauge over a sliding window (last − first ≤ span) reaches a mark. Windows that share
 * an item are one burst. Memory holds what is within one span of now.
 */
export class Bursts<Item extends { at: number }> {
  readonly #keys = new Map<string, Recent<Item>>();
  /** In the order of arrival: when a key is to be looked at again. */
  #waiting: { at: number; key: string }[] = [];
  #waitingHead = 0;

  constructor(
    private readonly spanMs: number,
    private readonly mark: number,
    private readonly createGauge: () => Gauge<Item>,
  ) {}

  /** Takes an item in, and gives bursts that ended before it. Items come in the order of time. */
  *add(key: string, item: Item): Generator<Burst<Item>> {
    yield* this.#expire(item.at);
    const recent = this.#keys.get(key) ?? this.#open(key);
    recent.items.push(item);
    recent.gauge.add(item);
    this.#waiting.push({ at: item.at, key });
    const ended = this.#drop(key, recent, item.at);
    if (ended !== null) yield ended;
    if (recent.gauge.value < this.mark) return;
    const lastNumber = recent.offset + recent.items.length - 1;
    const first = recent.items[recent.head];
    if (recent.burst !== null) Object.assign(recent.burst, { last: item, lastNumber });
    else if (first !== undefined)
      recent.burst = { first, firstNumber: recent.offset + recent.head, last: item, lastNumber };
  }

  /** The bursts that the end of the window cut off. */
  *end(): Generator<Burst<Item>> {
    for (const [key, recent] of this.#keys) {
      const burst = burstOf(key, recent);
      if (burst !== null) yield burst;
    }
    this.#keys.clear();
  }

  #open(key: string): Recent<Item> {
    const made: Recent<Item> = { items: [], head: 0, offset: 0, gauge: this.createGauge(), burst: null };
    this.#keys.set(key, made);
    return made;
  }

  *#expire(now: number): Generator<Burst<Item>> {
    for (let next = this.#waiting[this.#waitingHead]; next !== undefined; ) {
      if (now - next.at <= this.spanMs) break;
      this.#waitingHead++;
      const recent = this.#keys.get(next.key);
      if (recent !== undefined) {
        const ended = this.#drop(next.key, recent, now);
        if (ended !== null) yield ended;
        if (recent.head === recent.items.length) this.#keys.delete(next.key);
      }
      next = this.#waiting[this.#waitingHead];
    }
    if (this.#waitingHead < SLACK || this.#waitingHead * 2 < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#waitingHead);
    this.#waitingHead = 0;
  }

  /** Drops what is too old; gives the burst whose last item left. */
  #drop(key: string, recent: Recent<Item>, now: number): Burst<Item> | null {
    for (let item = recent.items[recent.head]; item !== undefined; item = recent.items[recent.head]) {
      if (now - item.at <= this.spanMs) break;
      recent.gauge.drop(item);
      recent.head++;
    }
    const isOver = recent.burst !== null && recent.offset + recent.head > recent.burst.lastNumber;
    const ended = isOver ? burstOf(key, recent) : null;
    if (isOver) recent.burst = null;
    if (recent.head >= SLACK && recent.head * 2 >= recent.items.length) {
      recent.items = recent.items.slice(recent.head);
      recent.offset += recent.head;
      recent.head = 0;
    }
    return ended;
  }
}

function burstOf<Item>(key: string, { burst }: Recent<Item>): Burst<Item> | null {
  if (burst === null) return null;
  const { first, last, firstNumber, lastNumber } = burst;
  return { key, first, last, items: lastNumber - firstNumber + 1 };
}

/** Counts items. */
export function itemGauge<Item>(weigh: (item: Item) => number = () => 1): Gauge<Item> {
  let value = 0;
  return {
    get value() {
      return value;
    },
    add: (item) => {
      value += weigh(item);
    },
    drop: (item) => {
      value -= weigh(item);
    },
  };
}

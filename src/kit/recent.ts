/** The version of a value that a request asks for. */
interface WantedVersion {
  /** Unix milliseconds. */
  now: number;
  /** Version of the source data: another mark recomputes the value. */
  mark?: string;
}

/**
 * Cache of values that stay valid for a while, for public requests that would each read many rows or the disk. A
 * value is rebuilt if requested for an earlier time than its own.
 */
export class Recent<Key, Value> {
  readonly #kept = new Map<Key, { madeAt: number; mark: string; value: Value }>();

  constructor(
    private readonly keepMs: number,
    private readonly maxKept = 64,
  ) {}

  /** The value of a key, computed at `now` unless it is recent enough. */
  get(key: Key, { now, mark = "" }: WantedVersion, make: () => Value): Value {
    const known = this.#kept.get(key);
    const isRecent = known !== undefined && now >= known.madeAt && now - known.madeAt < this.keepMs;
    if (isRecent && known.mark === mark) return known.value;
    const value = make();
    if (this.#kept.size >= this.maxKept) this.#kept.clear();
    this.#kept.set(key, { madeAt: now, mark, value });
    return value;
  }
}

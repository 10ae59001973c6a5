/**
 * Values that stand for a while once they are made: anybody may ask, and each costs many rows or a look at the disk.
 * One that is asked for with an earlier time than it was made at is made anew.
 */
export class Recent<Key, Value> {
  readonly #kept = new Map<Key, { madeAt: number; mark: string; value: Value }>();

  constructor(
    private readonly keepMs: number,
    private readonly maxKept = 64,
  ) {}

  /**
   * The value of a key, made now (Unix milliseconds) unless it is recent enough.
   * @param mark of what the value is made from: another one makes it anew
   */
  get(key: Key, now: number, make: () => Value, mark = ""): Value {
    const known = this.#kept.get(key);
    const isRecent = known !== undefined && now >= known.madeAt && now - known.madeAt < this.keepMs;
    if (isRecent && known.mark === mark) return known.value;
    const value = make();
    if (this.#kept.size >= this.maxKept) this.#kept.clear();
    this.#kept.set(key, { madeAt: now, mark, value });
    return value;
  }
}

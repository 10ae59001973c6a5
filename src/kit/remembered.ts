/** Memoizes a pure function; the cache is cleared when it reaches `most` entries. */
export function remembered<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    if (made.size >= most) made.clear();
    made.set(key, value);
    return value;
  };
}

/** The same by object, for as long as the object is used elsewhere. */
export function rememberedFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** The same without a limit, emptied some time after it began to fill: for work that asks in bursts. */
export function rememberedBriefly<Key, Value>(forMs: number, make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size === 0) setTimeout(() => made.clear(), forMs).unref();
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

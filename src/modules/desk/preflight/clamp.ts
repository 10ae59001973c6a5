/** A requested number and the value applied. */
export interface ClampedValue {
  /** Null if unset or not a number. */
  requested: number | null;
  applied: number;
  /** Whether the requested number was out of bounds. */
  clamped: boolean;
}

export interface Bounds {
  min: number;
  max: number;
  fallback: number;
}

/** Parses a number, truncates it and clamps it to the bounds; anything else gives the fallback, not clamped. */
export function clampText(text: string | undefined, { min, max, fallback }: Bounds): ClampedValue {
  const requested = wholeNumber(text);
  if (requested === null) return { requested: null, applied: fallback, clamped: false };
  const applied = Math.min(max, Math.max(min, requested));
  return { requested, applied, clamped: applied !== requested };
}

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\s*[+-]?\d{1,300}(\.\d+)?\s*$/.test(text)) return null;
  return Math.trunc(Number(text));
}

/** Clamps each value to its bounds. `clamped` lists the names that were out of bounds. */
export function clampAll<Name extends string>(
  asked: Readonly<Record<Name, number>>,
  bounds: Readonly<Record<Name, readonly [min: number, max: number]>>,
): { values: Record<Name, number>; clamped: Name[] } {
  const values: Record<Name, number> = { ...asked };
  const clamped: Name[] = [];
  for (const name of Object.keys(bounds) as Name[]) {
    const [min, max] = bounds[name];
    const applied = Math.min(max, Math.max(min, asked[name]));
    if (applied !== asked[name]) clamped.push(name);
    values[name] = applied;
  }
  return { values, clamped };
}

/** The longest prefix whose JSON list is at most `limit` UTF-8 bytes; 0 means no limit. */
export function withinBytes<Item>(items: readonly Item[], limit: number): Item[] {
  if (limit === 0) return [...items];
  const taken: Item[] = [];
  let bytes = 2;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + (taken.length === 0 ? 0 : 1);
    if (bytes > limit) break;
    taken.push(item);
  }
  return taken;
}

/** A number that was asked for, and the one that counts. */
export interface Clamped {
  /** As asked for; null where nothing, or no number, was. */
  requested: number | null;
  applied: number;
  /** Whether the two differ since the asked one lies outside the bounds. */
  clamped: boolean;
}

export interface Bounds {
  least: number;
  most: number;
  fallback: number;
}

/** A whole number within bounds; what is no number gives the fallback, which counts as not clamped. */
export function clampText(text: string | undefined, { least, most, fallback }: Bounds): Clamped {
  const requested = wholeNumber(text);
  if (requested === null) return { requested: null, applied: fallback, clamped: false };
  const applied = Math.min(most, Math.max(least, requested));
  return { requested, applied, clamped: applied !== requested };
}

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\s*[+-]?\d{1,300}(\.\d+)?\s*$/.test(text)) return null;
  return Math.trunc(Number(text));
}

/** Values by name, each within its bounds, and the names of those that were not. */
export function clampAll<Name extends string>(
  asked: Readonly<Record<Name, number>>,
  bounds: Readonly<Record<Name, readonly [least: number, most: number]>>,
): { values: Record<Name, number>; clamped: Name[] } {
  const values: Record<Name, number> = { ...asked };
  const clamped: Name[] = [];
  for (const name of Object.keys(bounds) as Name[]) {
    const [least, most] = bounds[name];
    const applied = Math.min(most, Math.max(least, asked[name]));
    if (applied !== asked[name]) clamped.push(name);
    values[name] = applied;
  }
  return { values, clamped };
}

/** The first items whose JSON list takes at most so many bytes of UTF-8; a limit of 0 takes all. */
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

import { nearest } from "../../kit/nearest.ts";
import type { Route } from "./router.ts";

/** A longer path is not mistyped, but something else. */
const LONGEST_PATH = 120;
const MOST_SEGMENTS = 8;

/** A parameter takes any segment, but a word that is there goes before it. */
const PARAMETER = 0.4;
const MISTYPED = 1;
/** A segment too many or too few. */
const MISSING = 1.2;
const HIGHEST = 2;

interface KnownPath {
  routes: Route[];
  /** Numbers of its segments in the vocabulary. */
  words: number[];
}

/** Finds the route that was most likely meant by a path that leads nowhere. */
export class NearestRoute {
  readonly #paths: KnownPath[];
  readonly #vocabulary: string[] = [];
  /** First and second segments. */
  readonly #beginnings: ReadonlySet<string>;

  constructor(all: readonly Route[]) {
    const numbers = new Map<string, number>();
    const numberOf = (word: string): number => {
      const known = numbers.get(word) ?? this.#vocabulary.push(word) - 1;
      numbers.set(word, known);
      return known;
    };
    const routes = all.filter(({ method }) => method !== "OPTIONS");
    this.#paths = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
      routes: ofPath,
      words: segmentsOf(path).map(numberOf),
    }));
    this.#beginnings = new Set(routes.flatMap(({ path }) => segmentsOf(path).slice(0, 2)));
  }

  /** Null if none is near. Of routes with one path, that of the method goes first. */
  find(method: string, path: string): Route | null {
    const typed = segmentsOf(path.toLowerCase());
    if (path.length > LONGEST_PATH || typed.length > MOST_SEGMENTS || !this.#beginsWell(typed)) return null;
    const costs = typed.map((segment) => this.#vocabulary.map((word) => segmentCost(segment, word)));
    const verb = method === "HEAD" ? "GET" : method;
    let best: Route | null = null;
    let least = HIGHEST;
    for (const { routes, words } of this.#paths) {
      if (Math.abs(words.length - typed.length) > 1) continue;
      const own = routes.find((route) => route.method === verb);
      const cost = pathCost(costs, words) + (own === undefined ? 0.1 : 0);
      if (cost < least) [best, least] = [own ?? routes[0] ?? null, cost];
    }
    return best;
  }

  /** What scanners ask for mostly does not. */
  #beginsWell(typed: readonly string[]): boolean {
    const known = this.#beginnings;
    return typed.slice(0, 2).some((each) => known.has(each) || near(each, known));
  }
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((each) => each !== "");
}

function segmentCost(typed: string, known: string): number {
  if (typed === known) return 0;
  if (known.startsWith("{")) return PARAMETER;
  return near(typed, [known]) ? MISTYPED : Number.POSITIVE_INFINITY;
}

function near(typed: string, words: Iterable<string>): boolean {
  for (const word of words)
    if (
      Math.abs(word.length - typed.length) * 3 <= Math.max(3, typed.length) &&
      nearest(typed, [word]) !== null
    )
      return true;
  return false;
}

/** Cost of the mistakes between a typed path, as the costs of its segments by word, and a known one. */
function pathCost(costs: readonly (readonly number[])[], words: readonly number[]): number {
  let row = [0, ...words.map((_, index) => (index + 1) * MISSING)];
  for (const ofSegment of costs) {
    const next = [(row[0] ?? 0) + MISSING];
    for (const [at, word] of words.entries())
      next.push(
        Math.min(
          (next[at] ?? 0) + MISSING,
          (row[at + 1] ?? 0) + MISSING,
          (row[at] ?? 0) + (ofSegment[word] ?? Number.POSITIVE_INFINITY),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? Number.POSITIVE_INFINITY;
}

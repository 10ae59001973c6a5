import type { RefusalReason } from "../../../http/answers/refusal-reason.ts";

/** The fields that distinguish refusals within an hour. */
export interface RefusalKind {
  method: string;
  /** The path's template. */
  path: string;
  reason: RefusalReason;
  /** Empty unless the signature was right. */
  key_id: string;
  source: string;
  agent: string;
}

export interface CellCounts {
  /** All refusals. */
  count: number;
  /** Refusals that a rule suppressed. */
  suppressed: number;
}

/** Refusals of one Unix hour with the same fields. */
export interface RefusalCell extends RefusalKind, CellCounts {
  hour: number;
}

export const OTHER = "other";

/** Cells per hour, whatever an attacker sends (contract section 17). */
export const MAX_CELLS = 4096;
/** Cells with all fields; further ones keep only method, path and reason, and the last one holds all the rest. */
const FULL_CELLS = 3_500;
const MAX_RULES_COUNTED = 1_000;

/** Unstored refusals of one hour; the limit on cells includes stored ones. */
export class HourCells {
  /** Hashes of the names of all cells of the hour, stored ones included. */
  readonly #names = new Set<number>();
  readonly #cells = new Map<string, RefusalCell>();
  readonly #paths = new Map<string, CellCounts>();
  readonly #rules = new Map<string, number>();

  /** @param stored cells of this hour that are stored already. */
  constructor(
    readonly hour: number,
    stored: Iterable<RefusalKind>,
  ) {
    for (const kind of stored) this.#names.add(Bun.hash.xxHash32(nameOf(kind)));
  }

  add(kind: RefusalKind, counted: CellCounts): void {
    addTo(this.#cellOf(kind), counted);
    const path = this.#paths.get(kind.path);
    if (path !== undefined) addTo(path, counted);
    else this.#paths.set(kind.path, { ...counted });
  }

  /** Counts refusals that a rule matched. */
  addMatch(ruleId: string, count: number): void {
    const known = this.#rules.get(ruleId);
    if (known === undefined && this.#rules.size >= MAX_RULES_COUNTED) return;
    this.#rules.set(ruleId, (known ?? 0) + count);
  }

  /** Counts that are not stored yet. */
  pending(): PendingHour {
    return {
      hour: this.hour,
      cells: [...this.#cells.values()].map((cell) => ({ ...cell })),
      paths: [...this.#paths].filter(([, { count }]) => count > 0).map(([path, own]) => ({ path, ...own })),
      rules: [...this.#rules]
        .filter(([, count]) => count > 0)
        .map(([rule_id, count]) => ({ rule_id, count })),
    };
  }

  /** Subtracts counts that are now stored. */
  settle({ cells, paths, rules }: PendingHour): void {
    for (const cell of cells) {
      const name = nameOf(cell);
      const own = this.#cells.get(name);
      if (own === undefined) continue;
      takeFrom(own, cell);
      if (own.count === 0) this.#cells.delete(name);
    }
    for (const { path, ...counted } of paths) {
      const own = this.#paths.get(path);
      if (own !== undefined) takeFrom(own, counted);
    }
    for (const { rule_id, count } of rules) this.#rules.set(rule_id, (this.#rules.get(rule_id) ?? 0) - count);
  }

  #cellOf(kind: RefusalKind): RefusalCell {
    const { method, path, reason } = kind;
    const name = nameOf(kind);
    if (this.#hasRoom(name, FULL_CELLS)) return this.#cell(kind, name);
    const coarse = { method, path, reason, key_id: OTHER, source: OTHER, agent: OTHER };
    const coarseName = nameOf(coarse);
    if (this.#hasRoom(coarseName, MAX_CELLS - 1)) return this.#cell(coarse, coarseName);
    const rest: RefusalKind = { ...coarse, method: OTHER, path: OTHER, reason: OTHER };
    return this.#cell(rest, nameOf(rest));
  }

  /** Whether the cell is one of the hour's, or there are fewer than `below`. */
  #hasRoom(name: string, below: number): boolean {
    return this.#cells.has(name) || this.#names.size < below || this.#names.has(Bun.hash.xxHash32(name));
  }

  #cell(kind: RefusalKind, name: string): RefusalCell {
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const cell = { hour: this.hour, ...kind, count: 0, suppressed: 0 };
    this.#names.add(Bun.hash.xxHash32(name));
    this.#cells.set(name, cell);
    return cell;
  }
}

/** Counts of an hour that are to be stored. */
export interface PendingHour {
  hour: number;
  cells: readonly RefusalCell[];
  paths: readonly ({ path: string } & CellCounts)[];
  rules: readonly { rule_id: string; count: number }[];
}

function nameOf({ method, path, reason, key_id, source, agent }: RefusalKind): string {
  return `${method} ${path} ${reason} ${key_id} ${source} ${agent}`;
}

function addTo(own: CellCounts, { count, suppressed }: CellCounts): void {
  own.count += count;
  own.suppressed += suppressed;
}

function takeFrom(own: CellCounts, { count, suppressed }: CellCounts): void {
  own.count -= count;
  own.suppressed -= suppressed;
}

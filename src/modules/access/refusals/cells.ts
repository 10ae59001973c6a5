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
  readonly #cells = new Map<string, RefusalCell>();
  readonly #paths = new Map<string, CellCounts>();
  readonly #rules = new Map<string, number>();

  /** @param stored cells of this hour that are stored already; their counts are ignored. */
  constructor(
    readonly hour: number,
    stored: Iterable<RefusalKind>,
  ) {
    for (const { method, path, reason, key_id, source, agent } of stored)
      this.#make({ method, path, reason, key_id, source, agent });
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
      cells: [...this.#cells.values()].filter(({ count }) => count > 0).map((cell) => ({ ...cell })),
      paths: [...this.#paths].filter(([, { count }]) => count > 0).map(([path, own]) => ({ path, ...own })),
      rules: [...this.#rules]
        .filter(([, count]) => count > 0)
        .map(([rule_id, count]) => ({ rule_id, count })),
    };
  }

  /** Subtracts counts that are now stored. */
  settle({ cells, paths, rules }: PendingHour): void {
    for (const cell of cells) {
      const own = this.#cells.get(nameOf(cell));
      if (own !== undefined) takeFrom(own, cell);
    }
    for (const { path, ...counted } of paths) {
      const own = this.#paths.get(path);
      if (own !== undefined) takeFrom(own, counted);
    }
    for (const { rule_id, count } of rules) this.#rules.set(rule_id, (this.#rules.get(rule_id) ?? 0) - count);
  }

  #cellOf(kind: RefusalKind): RefusalCell {
    const { method, path, reason } = kind;
    const coarse = { method, path, reason, key_id: OTHER, source: OTHER, agent: OTHER };
    const rest: RefusalKind = { ...coarse, method: OTHER, path: OTHER, reason: OTHER };
    return (
      this.#find(kind, FULL_CELLS) ??
      this.#find(coarse, MAX_CELLS - 1) ??
      this.#find(rest, MAX_CELLS) ??
      this.#make(rest)
    );
  }

  /** The cell of a kind, created if there are fewer than `below`; otherwise null. */
  #find(kind: RefusalKind, below: number): RefusalCell | null {
    const known = this.#cells.get(nameOf(kind));
    if (known !== undefined) return known;
    return this.#cells.size < below ? this.#make(kind) : null;
  }

  #make(kind: RefusalKind): RefusalCell {
    const cell = { hour: this.hour, ...kind, count: 0, suppressed: 0 };
    this.#cells.set(nameOf(kind), cell);
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

import type { RefusalReason } from "../../../http/refusal-reason.ts";

/** What refusals are told apart by within an hour. */
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

export interface Counted {
  /** Every refusal. */
  count: number;
  /** How many of them a rule suppressed. */
  suppressed: number;
}

/** Refusals of one Unix hour that differ in nothing. */
export interface RefusalCell extends RefusalKind, Counted {
  hour: number;
}

export const OTHER = "other";

/** Cells an hour, whatever an attacker sends (contract section 17). */
export const MAX_CELLS = 4096;
/** Of those, cells that tell everything; then come cells by method, path and reason, and last one for all the rest. */
const FULL_CELLS = 3_500;
const MAX_RULES_COUNTED = 1_000;

/** The refusals of one hour: what is not stored yet, under the bound that also holds for what is. */
export class HourCells {
  readonly #cells = new Map<string, RefusalCell>();
  readonly #paths = new Map<string, Counted>();
  readonly #rules = new Map<string, number>();

  /** @param stored what is stored of this hour already; its counts are not looked at */
  constructor(
    readonly hour: number,
    stored: Iterable<RefusalKind>,
  ) {
    for (const { method, path, reason, key_id, source, agent } of stored)
      this.#make({ method, path, reason, key_id, source, agent });
  }

  add(kind: RefusalKind, counted: Counted): void {
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

  /** What is counted and not stored. */
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

  /** That much is stored now. */
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

  /** The cell of a kind, made where there are fewer than so many. */
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

/** Counts of an hour that are on their way to the file. */
export interface PendingHour {
  hour: number;
  cells: readonly RefusalCell[];
  paths: readonly ({ path: string } & Counted)[];
  rules: readonly { rule_id: string; count: number }[];
}

function nameOf({ method, path, reason, key_id, source, agent }: RefusalKind): string {
  return `${method} ${path} ${reason} ${key_id} ${source} ${agent}`;
}

function addTo(own: Counted, { count, suppressed }: Counted): void {
  own.count += count;
  own.suppressed += suppressed;
}

function takeFrom(own: Counted, { count, suppressed }: Counted): void {
  own.count -= count;
  own.suppressed -= suppressed;
}

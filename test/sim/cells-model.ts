import type { Random } from "./random.ts";

/** Planned load of one cell (one salute with its standby): half of the durable changes measured on one machine. */
export const CELL_CHANGES_PER_SECOND = 3_000;
/** Above the first share of the plan partners are moved away; above the second mean share a cell is added. */
const BUSY = 0.8;
const MEAN = 0.6;
/** Cells considered for a new partner; the least loaded one takes it. */
const CANDIDATES = 8;
/** Bytes of one key in a router's table: key id, partner, cell, epoch. */
const KEY_BYTES = 96;
const KEYS_A_PARTNER = 2;

/** Demand of partners, in durable changes per second. */
const LEAST = 0.02;
const MOST = 20_000;
const TAIL = 0.9;

interface Partner {
  id: number;
  /** Durable changes per second. */
  demand: number;
  cell: number;
}

interface Cell {
  demand: number;
  partners: Set<Partner>;
}

/** One row of the growth table. */
export interface Growth {
  partners: number;
  changesASecond: number;
  cells: number;
  /** Load of the busiest shared cell as a share of the plan. */
  busiest: number;
  /** Partners moved in this step. */
  moved: number;
  /** Partners whose demand exceeds the plan of one cell. */
  outgrown: number;
  /** Largest share of partners affected by the failure of one cell. */
  touched: number;
  routerBytes: number;
}

/**
 * Partners in cells: a router's table maps key ids to cells. Demand is heavy-tailed and grows; the fleet grows by adding
 * cells and moving whole partners.
 */
export class Fleet {
  readonly partners: Partner[] = [];
  readonly cells: Cell[] = [];
  #moved = 0;
  #demand = 0;

  constructor(private readonly random: Random) {
    this.#addCell();
  }

  /** Grows to a number of partners; demand of existing ones changes by a factor of 0.5 to 4. */
  growTo(count: number): Growth {
    this.#moved = 0;
    for (const partner of this.partners)
      this.#change(partner, partner.demand * 2 ** (this.random.fraction() * 3 - 1));
    while (this.partners.length < count) this.#place(demandOf(this.random));
    this.#rebalance();
    return this.#tell();
  }

  #place(demand: number): void {
    if (this.#demand + demand > MEAN * CELL_CHANGES_PER_SECOND * this.cells.length) this.#addCell();
    const cell = this.#quietest();
    const partner = { id: this.partners.length, demand, cell };
    this.partners.push(partner);
    this.#enter(partner, cell);
  }

  /** Moves partners out of busy cells, the smallest sufficient ones first, as a move costs the partner's stored data. */
  #rebalance(): void {
    for (let at = 0; at < this.cells.length; at++) {
      const cell = this.cellOf(at);
      const bySize = [...cell.partners].sort((a, b) => a.demand - b.demand || a.id - b.id);
      while (cell.demand > BUSY * CELL_CHANGES_PER_SECOND && cell.partners.size > 1) {
        const excess = cell.demand - MEAN * CELL_CHANGES_PER_SECOND;
        const partner =
          bySize.find((each) => cell.partners.has(each) && each.demand >= excess) ??
          bySize.findLast((each) => cell.partners.has(each));
        if (partner === undefined) break;
        this.#move(partner);
      }
    }
  }

  #move(partner: Partner): void {
    this.#leave(partner);
    let target = this.#quietest();
    if (this.cellOf(target).demand + partner.demand > BUSY * CELL_CHANGES_PER_SECOND)
      target = this.#addCell();
    this.#enter(partner, target);
    this.#moved++;
  }

  /** The least loaded of a few cells: nearly as good as the least loaded of all, at constant cost. */
  #quietest(): number {
    let best = this.cells.length - 1;
    for (let tries = 0; tries < CANDIDATES; tries++) {
      const cell = this.random.between(0, this.cells.length - 1);
      if (this.cellOf(cell).demand < this.cellOf(best).demand) best = cell;
    }
    return best;
  }

  #addCell(): number {
    this.cells.push({ demand: 0, partners: new Set() });
    return this.cells.length - 1;
  }

  #enter(partner: Partner, cell: number): void {
    partner.cell = cell;
    this.cellOf(cell).partners.add(partner);
    this.cellOf(cell).demand += partner.demand;
    this.#demand += partner.demand;
  }

  #leave(partner: Partner): void {
    const cell = this.cellOf(partner.cell);
    cell.partners.delete(partner);
    cell.demand -= partner.demand;
    this.#demand -= partner.demand;
  }

  #change(partner: Partner, demand: number): void {
    const { cell } = partner;
    this.#leave(partner);
    partner.demand = Math.min(demand, MOST);
    this.#enter(partner, cell);
  }

  cellOf(at: number): Cell {
    const cell = this.cells[at];
    if (cell === undefined) throw new Error(`there is no cell ${at}`);
    return cell;
  }

  #tell(): Growth {
    const shared = this.cells.filter(({ partners }) => partners.size > 1);
    return {
      partners: this.partners.length,
      changesASecond: this.#demand,
      cells: this.cells.length,
      busiest: Math.max(0, ...shared.map(({ demand }) => demand / CELL_CHANGES_PER_SECOND)),
      moved: this.#moved,
      outgrown: this.partners.filter(({ demand }) => demand > CELL_CHANGES_PER_SECOND).length,
      touched: Math.max(...this.cells.map(({ partners }) => partners.size)) / this.partners.length,
      routerBytes: this.partners.length * KEYS_A_PARTNER * KEY_BYTES,
    };
  }
}

/** A Pareto distribution, truncated at the largest plausible partner. */
function demandOf(random: Random): number {
  return Math.min(MOST, LEAST / (1 - random.fraction()) ** (1 / TAIL));
}

import type { Random } from "./random.ts";

/** A partner's ledger in one cell: changes by their idempotency key. */
interface Ledger {
  state: "serving" | "frozen";
  changes: Map<string, number>;
}

type Cell = Map<string, Ledger>;

/** Progress of a partner's move, stored durably, so that a crashed move can continue. */
type Step = "freeze" | "copy" | "serve" | "routers" | "remove";

interface Move {
  partner: string;
  from: Cell;
  to: Cell;
  step: Step;
}

interface Intent {
  partner: string;
  key: string;
  amount: number;
  isAcknowledged: boolean;
}

const CELLS = 4;
const ROUTERS = 3;
const PARTNERS = 6;

/**
 * Simulates cells, routers with their own tables, and clients that retry with the same idempotency key, while partners
 * move between cells. A cell that does not serve a partner answers 503; an outdated router asks the old cell.
 */
export class Moving {
  readonly intents: Intent[] = [];
  readonly #cells: Cell[] = Array.from({ length: CELLS }, () => new Map<string, Ledger>());
  readonly #routers: Map<string, Cell>[] = Array.from({ length: ROUTERS }, () => new Map<string, Cell>());
  readonly #partners = Array.from({ length: PARTNERS }, (_, at) => `partner-${at}`);
  readonly #moves: Move[] = [];
  finished = 0;

  /** @param freezes whether a move stops changes in the old cell before copying; false shows why that is needed */
  constructor(
    private readonly random: Random,
    private readonly freezes = true,
  ) {
    for (const partner of this.#partners) {
      const cell = random.one(this.#cells);
      cell.set(partner, { state: "serving", changes: new Map() });
      for (const router of this.#routers) router.set(partner, cell);
    }
  }

  /** Runs one random action: a change, a retry, the start of a move or its next step. */
  step(): void {
    const chance = this.random.fraction();
    if (chance < 0.5) this.#send(this.#newIntent());
    else if (chance < 0.8 && this.intents.length > 0) this.#send(this.random.one(this.intents));
    else if (chance < 0.85) this.#beginMove();
    else if (this.#moves.length > 0) this.#advance(this.random.one(this.#moves));
  }

  /** Completes every move and retries until every client is answered. */
  drain(): void {
    for (let move = this.#moves[0]; move !== undefined; move = this.#moves[0]) this.#advance(move);
    for (const intent of this.intents) while (!intent.isAcknowledged) this.#send(intent);
  }

  /** Faults: a partner served by two cells, and acknowledged changes that are lost or applied twice. */
  faults(): string[] {
    const faults: string[] = [];
    for (const partner of this.#partners) {
      const serving = this.#cells.filter((cell) => cell.get(partner)?.state === "serving");
      if (serving.length > 1) faults.push(`${partner} is served by ${serving.length} cells`);
      const holders = this.#cells.filter((cell) => cell.has(partner));
      for (const { key, amount, isAcknowledged } of this.intents.filter((each) => each.partner === partner)) {
        const holding = holders.filter((cell) => cell.get(partner)?.changes.get(key) === amount);
        if (isAcknowledged && holding.length === 0) faults.push(`${key} was acknowledged and is lost`);
      }
    }
    return faults;
  }

  /** After `drain`: changes that the serving cells do not contain exactly once. */
  unaccounted(): string[] {
    return this.intents
      .filter(({ partner, key, amount }) => {
        const holding = this.#cells.filter((cell) => cell.get(partner)?.changes.get(key) === amount);
        return holding.length !== 1 || holding[0]?.get(partner)?.state !== "serving";
      })
      .map(({ key }) => key);
  }

  #newIntent(): Intent {
    const intent = {
      partner: this.random.one(this.#partners),
      key: `change-${this.intents.length}`,
      amount: this.random.between(1, 1_000),
      isAcknowledged: false,
    };
    this.intents.push(intent);
    return intent;
  }

  #send(intent: Intent): void {
    const ledger = this.random.one(this.#routers).get(intent.partner)?.get(intent.partner);
    if (ledger?.state !== "serving") return;
    ledger.changes.set(intent.key, intent.amount);
    const isLost = this.random.chance(0.1);
    if (!isLost) intent.isAcknowledged = true;
  }

  #beginMove(): void {
    const partner = this.random.one(this.#partners);
    if (this.#moves.some((move) => move.partner === partner)) return;
    const from = this.#cells.find((cell) => cell.has(partner));
    const to = this.random.one(this.#cells);
    if (from === undefined || from === to) return;
    this.#moves.push({ partner, from, to, step: "freeze" });
  }

  /** A step completed before a crash is repeated; every step is idempotent. */
  #advance(move: Move): void {
    const { partner, from, to } = move;
    const repeats = this.random.chance(0.2);
    switch (move.step) {
      case "freeze":
        if (this.freezes) this.#ledgerOf(from, partner).state = "frozen";
        if (!repeats) move.step = "copy";
        break;
      case "copy":
        to.set(partner, { state: "frozen", changes: new Map(this.#ledgerOf(from, partner).changes) });
        if (!repeats) move.step = this.random.chance(0.1) ? this.#giveUp(move) : "serve";
        break;
      case "serve":
        this.#ledgerOf(to, partner).state = "serving";
        if (!repeats) move.step = "routers";
        break;
      case "routers":
        this.random.one(this.#routers).set(partner, to);
        if (this.#routers.every((router) => router.get(partner) === to)) move.step = "remove";
        break;
      case "remove":
        from.delete(partner);
        this.#moves.splice(this.#moves.indexOf(move), 1);
        this.finished++;
    }
  }

  /** Before the new cell serves, a move can be undone by deleting the copy. */
  #giveUp({ partner, from, to }: Move): Step {
    to.delete(partner);
    this.#ledgerOf(from, partner).state = "serving";
    return "freeze";
  }

  #ledgerOf(cell: Cell, partner: string): Ledger {
    const ledger = cell.get(partner);
    if (ledger === undefined) throw new Error(`${partner} is not in that cell`);
    return ledger;
  }
}

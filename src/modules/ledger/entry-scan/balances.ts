import { fromHundredths, MAX_BALANCE_HUNDREDTHS } from "../../../kit/money.ts";
import { Faults, type Finding } from "../../platform/invariants/index.ts";
import type { EntryCheck, ScannedEntry } from "./entry.ts";

/**
 * Per user: the sum of the entries equals the balance and the last balance_after, none is below 0, and every entry
 * continues from the previous one.
 */
export class BalanceCheck implements EntryCheck {
  #first = 0;
  #counted = { users: 0, entries: 0 };
  readonly #faults = new Faults();
  readonly #partners: Int32Array;
  /** As the users' rows have it; NaN for an id without a row. */
  readonly #balances: Float64Array;
  /** After the last entry. */
  readonly #lasts: Float64Array;
  /** Sum of a user's deltas minus the last balance_after, where a fault keeps them apart. */
  readonly #apart = new Map<number, number>();

  /** @param count users of a pass, at most */
  constructor(count: number) {
    this.#partners = new Int32Array(count);
    this.#balances = new Float64Array(count);
    this.#lasts = new Float64Array(count);
  }

  /** Begins a pass: the users with ids from `first` on. */
  begin(first: number): void {
    this.#first = first;
    this.#partners.fill(0);
    this.#balances.fill(Number.NaN);
    this.#lasts.fill(0);
    this.#apart.clear();
  }

  /** @param user with the balance of the user's row */
  start(user: Pick<ScannedEntry, "id" | "partner_id" | "balance_after">): void {
    this.#counted.users++;
    this.#partners[user.id - this.#first] = user.partner_id;
    this.#balances[user.id - this.#first] = user.balance_after;
  }

  see({ id, partner_id, user_id, delta, balance_after }: ScannedEntry): void {
    const at = user_id - this.#first;
    const previous = this.#lasts[at];
    // Of a user of another pass, or of none, which is a fault of the foreign key.
    if (previous === undefined) return;
    this.#counted.entries++;
    const entry = () => `entry ${id} of user ${user_id}`;
    if (balance_after !== previous + delta) {
      this.#apart.set(at, (this.#apart.get(at) ?? 0) + previous + delta - balance_after);
      this.#faults.add(
        `${entry()} leaves ${fromHundredths(balance_after)}, not ${fromHundredths(previous)} + ${fromHundredths(delta)}`,
      );
    }
    if (balance_after < 0 || balance_after > MAX_BALANCE_HUNDREDTHS)
      this.#faults.add(`${entry()} leaves ${fromHundredths(balance_after)}, which is not a possible balance`);
    if (partner_id !== this.#partners[at]) this.#faults.add(`${entry()} belongs to another partner`);
    this.#lasts[at] = balance_after;
  }

  /** Ends a pass. */
  endPass(): void {
    for (const [at, balance] of this.#balances.entries()) {
      const last = this.#lasts[at] ?? 0;
      const sum = last + (this.#apart.get(at) ?? 0);
      if (Number.isNaN(balance) || (balance === sum && balance === last)) continue;
      const has = `user ${this.#first + at} has ${fromHundredths(balance)}`;
      if (balance !== sum) this.#faults.add(`${has}, and entries of ${fromHundredths(sum)}`);
      else this.#faults.add(`${has}, and a last entry that leaves ${fromHundredths(last)}`);
    }
  }

  end(): Finding {
    const { users, entries } = this.#counted;
    return this.#faults.toFinding(`${entries} entries add up to the balances of ${users} users`);
  }
}

import { endOfTrail, lastPost } from "../movements/index.ts";
import type { StepRow } from "./store.ts";

/** Number of owners with a balance above zero, followed from the token's first movement on. */
export class OwnerCount {
  /** The accounts above zero. */
  readonly #held = new Map<number, { owner: number; balance: bigint }>();
  /** Number of their accounts above zero. */
  readonly #accounts = new Map<number, number>();

  get owners(): number {
    return this.#accounts.size;
  }

  /** Number of accounts that are remembered. */
  get size(): number {
    return this.#held.size;
  }

  /** All movements of a slot, whose order within it only their balances tell. */
  takeSlot(steps: readonly StepRow[]): void {
    for (const [account, ofAccount] of Map.groupBy(steps, ({ account_id }) => account_id)) {
      const each = ofAccount.map(({ pre, post }) => ({ pre: BigInt(pre), post: BigInt(post) }));
      const balance = endOfTrail(this.#held.get(account)?.balance ?? 0n, each) ?? lastPost(each);
      const owner = ofAccount.findLast(({ post }) => BigInt(post) === balance)?.owner_post_id ?? null;
      this.#set(account, balance > 0n && owner !== null ? { owner, balance } : null);
    }
  }

  #set(account: number, held: { owner: number; balance: bigint } | null): void {
    const before = this.#held.get(account)?.owner;
    if (before !== undefined) this.#count(before, -1);
    if (held === null) this.#held.delete(account);
    else {
      this.#held.set(account, held);
      this.#count(held.owner, 1);
    }
  }

  #count(owner: number, change: number): void {
    const left = (this.#accounts.get(owner) ?? 0) + change;
    if (left === 0) this.#accounts.delete(owner);
    else this.#accounts.set(owner, left);
  }
}

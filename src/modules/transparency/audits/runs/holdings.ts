import type { WatchedAccount } from "../../../token/movements/index.ts";
import type { WindowTransaction } from "../../../token/transactions/index.ts";
import type { AuditTransaction, OwnerChange } from "../detectors/index.ts";

/** Returns the conversion or claim paid by a transaction, such as `conversion:7`; null for none. */
export type PaidFor = (signature: string) => string | null;

/** Tracks the balances of watched accounts, so that each transaction knows its owners' balances before it. */
export class Holdings {
  readonly #accounts = new Map<string, { owner: string; amount: bigint }>();
  readonly #totals = new Map<string, bigint>();

  constructor(
    watched: readonly WatchedAccount[],
    lastPosts: ReadonlyMap<string, bigint | null>,
    private readonly treasury: ReadonlySet<string>,
  ) {
    for (const { account, owner } of watched) this.#set(account, owner, lastPosts.get(account) ?? 0n);
  }

  /**
   * Returns the transaction as input for detectors and updates the balances. Call it once per transaction, in order.
   * @param paidFor result of PaidFor; only used for payments by treasury wallets
   */
  apply(transaction: WindowTransaction, paidFor: string | null): AuditTransaction {
    const owners = this.#ownersOf(transaction);
    for (const { account, ownerPost, post } of transaction.changes) {
      const known = this.#accounts.get(account);
      if (known !== undefined) this.#set(account, ownerPost ?? known.owner, post);
    }
    const isPayment = owners.some(({ owner, delta }) => delta < 0n && this.treasury.has(owner));
    return {
      ...transaction,
      owners,
      settles: isPayment ? settlementOf(paidFor) : null,
    };
  }

  #ownersOf({ changes }: WindowTransaction): OwnerChange[] {
    const owners = new Map<string, OwnerChange>();
    const of = (owner: string): OwnerChange => {
      const found = owners.get(owner) ?? { owner, delta: 0n, held: this.#totals.get(owner) ?? 0n };
      owners.set(owner, found);
      return found;
    };
    for (const { account, ownerPre, ownerPost, pre, post } of changes) {
      if (pre === post && ownerPre === ownerPost) continue;
      if (ownerPre !== null) {
        const change = of(ownerPre);
        change.delta -= pre;
        const known = this.#accounts.get(account);
        // The chain's balance replaces the tracked one of this account.
        change.held += pre - (known?.owner === ownerPre ? known.amount : 0n);
      }
      if (ownerPost !== null) of(ownerPost).delta += post;
    }
    return [...owners.values()].sort((a, b) => (a.owner < b.owner ? -1 : 1));
  }

  #set(account: string, owner: string, amount: bigint): void {
    const known = this.#accounts.get(account);
    if (known !== undefined) this.#add(known.owner, -known.amount);
    this.#accounts.set(account, { owner, amount });
    this.#add(owner, amount);
  }

  #add(owner: string, amount: bigint): void {
    this.#totals.set(owner, (this.#totals.get(owner) ?? 0n) + amount);
  }
}

function settlementOf(paidFor: string | null): AuditTransaction["settles"] {
  const [kind, id] = paidFor?.split(":") ?? [];
  return kind === undefined || id === undefined ? null : { kind, id: Number(id) };
}

import { decodeBase58 } from "../../kit/formats/base58.ts";

/** The part of an account that a scan keeps. */
export interface AccountRecord {
  /** Base58. */
  address: string;
  owner: Uint8Array;
  amount: bigint;
  withheld: bigint;
}

const ADDRESS_BYTES = 44;
const OWNER_AT = ADDRESS_BYTES;
const OWNER_BYTES = 32;
const AMOUNT_AT = OWNER_AT + OWNER_BYTES;
const WITHHELD_AT = AMOUNT_AT + 8;
const RECORD_BYTES = WITHHELD_AT + 8;
const FIRST_CAPACITY = 4_096;

/** Accounts packed into 92 bytes each: address as text, owner, amount, withheld. A hundred thousand take 9 MB. */
export class AccountRecords {
  size = 0;
  #bytes = new Uint8Array(FIRST_CAPACITY * RECORD_BYTES);
  #view = new DataView(this.#bytes.buffer);

  add({ address, owner, amount, withheld }: AccountRecord): void {
    if (address.length > ADDRESS_BYTES || owner.length !== OWNER_BYTES)
      throw new RangeError("not an account's address or owner");
    this.#reserve();
    const at = this.size * RECORD_BYTES;
    this.#bytes.fill(0, at, at + ADDRESS_BYTES);
    this.#bytes.set(Buffer.from(address, "latin1"), at);
    this.#bytes.set(owner, at + OWNER_AT);
    this.#view.setBigUint64(at + AMOUNT_AT, amount, true);
    this.#view.setBigUint64(at + WITHHELD_AT, withheld, true);
    this.size++;
  }

  addressAt(index: number): string {
    const at = index * RECORD_BYTES;
    const text = this.#bytes.subarray(at, at + ADDRESS_BYTES);
    const end = text.indexOf(0);
    return Buffer.from(end === -1 ? text : text.subarray(0, end)).toString("latin1");
  }

  ownerAt(index: number): Uint8Array {
    const at = index * RECORD_BYTES + OWNER_AT;
    return this.#bytes.subarray(at, at + OWNER_BYTES);
  }

  amountAt(index: number): bigint {
    return this.#view.getBigUint64(index * RECORD_BYTES + AMOUNT_AT, true);
  }

  withheldAt(index: number): bigint {
    return this.#view.getBigUint64(index * RECORD_BYTES + WITHHELD_AT, true);
  }

  /** Record numbers in the order of addresses. */
  byAddress(): Uint32Array {
    return this.#sorted(0, ADDRESS_BYTES);
  }

  /** Record numbers grouped by owner. */
  byOwner(): Uint32Array {
    return this.#sorted(OWNER_AT, OWNER_BYTES);
  }

  /** Compares the addresses of two records from two sets. */
  compareAddress(index: number, other: AccountRecords, otherIndex: number): number {
    return compare(this.#bytes, index * RECORD_BYTES, other.#bytes, otherIndex * RECORD_BYTES, ADDRESS_BYTES);
  }

  isEqual(index: number, other: AccountRecords, otherIndex: number): boolean {
    const [a, b] = [index * RECORD_BYTES, otherIndex * RECORD_BYTES];
    return compare(this.#bytes, a, other.#bytes, b, RECORD_BYTES) === 0;
  }

  hasSameOwner(index: number, otherIndex: number): boolean {
    const [a, b] = [index * RECORD_BYTES + OWNER_AT, otherIndex * RECORD_BYTES + OWNER_AT];
    return compare(this.#bytes, a, this.#bytes, b, OWNER_BYTES) === 0;
  }

  /** The same records with the given changes: replaced, removed for null, or added if missing. */
  patched(changes: ReadonlyMap<string, Omit<AccountRecord, "address"> | null>): AccountRecords {
    const made = new AccountRecords();
    for (let index = 0; index < this.size; index++) {
      const address = this.addressAt(index);
      if (changes.has(address)) continue;
      const [amount, withheld] = [this.amountAt(index), this.withheldAt(index)];
      made.add({ address, owner: this.ownerAt(index), amount, withheld });
    }
    for (const [address, change] of changes) if (change !== null) made.add({ address, ...change });
    return made;
  }

  #sorted(offset: number, length: number): Uint32Array {
    const bytes = this.#bytes;
    return Uint32Array.from({ length: this.size }, (_, index) => index).sort((a, b) =>
      compare(bytes, a * RECORD_BYTES + offset, bytes, b * RECORD_BYTES + offset, length),
    );
  }

  #reserve(): void {
    if ((this.size + 1) * RECORD_BYTES <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function compare(a: Uint8Array, aAt: number, b: Uint8Array, bAt: number, length: number): number {
  for (let i = 0; i < length; i++) {
    const difference = (a[aAt + i] ?? 0) - (b[bAt + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Addresses of accounts that differ between two sets; null if there are more than `limit`. */
export function differingAddresses(a: AccountRecords, b: AccountRecords, limit: number): string[] | null {
  const [left, right] = [a.byAddress(), b.byAddress()];
  const found: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [first, second] = [left[i], right[j]];
    const order = first === undefined ? 1 : second === undefined ? -1 : a.compareAddress(first, b, second);
    if (order <= 0 && first !== undefined) i++;
    if (order >= 0 && second !== undefined) j++;
    const isSame = order === 0 && first !== undefined && second !== undefined && a.isEqual(first, b, second);
    if (isSame) continue;
    if (order <= 0 && first !== undefined) found.push(a.addressAt(first));
    else if (second !== undefined) found.push(b.addressAt(second));
    if (found.length > limit) return null;
  }
  return found;
}

/** Base58 addresses as the 32 bytes in records, one key per wallet. */
export function ownerKeys(wallets: readonly string[]): Set<string> {
  return new Set(wallets.map((wallet) => Buffer.from(decodeBase58(wallet) ?? []).toString("latin1")));
}

import { encodeBase58 } from "../../kit/formats/base58.ts";
import type { HeldAccount, ScanQuery } from "../holdings.ts";
import { type AccountRecords, ownerKeys } from "./account-records.ts";

/** An owner may receive any number of accounts: only the largest of each owner are returned. */
const MOST_ACCOUNTS_PER_OWNER = 20;

/** The accounts of the first owners and of named wallets, largest first by owner, and the requested ones. */
export function heldAccounts(
  records: AccountRecords,
  { wallets, watched }: ScanQuery,
  top: readonly { owner: string }[],
): HeldAccount[] {
  const wanted = ownerKeys([...wallets, ...top.map(({ owner }) => owner)]);
  const asked = new Set(watched);
  const byOwner = new Map<string, number[]>();
  const found = new Set<number>();
  for (let record = 0; record < records.size; record++) {
    if (asked.has(records.addressAt(record))) found.add(record);
    const key = Buffer.from(records.ownerAt(record)).toString("latin1");
    if (!wanted.has(key)) continue;
    const theirs = byOwner.get(key) ?? [];
    theirs.push(record);
    byOwner.set(key, theirs);
  }
  for (const theirs of byOwner.values()) {
    const largest = theirs.sort((a, b) => largestFirst(records, a, b)).slice(0, MOST_ACCOUNTS_PER_OWNER);
    for (const record of largest) found.add(record);
  }
  return [...found].map((record) => ({
    account: records.addressAt(record),
    owner: encodeBase58(records.ownerAt(record)),
    amount: records.amountAt(record),
  }));
}

function largestFirst(records: AccountRecords, a: number, b: number): number {
  const [first, second] = [records.amountAt(a), records.amountAt(b)];
  if (first !== second) return first > second ? -1 : 1;
  return records.compareAddress(a, records, b);
}

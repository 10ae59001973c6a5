import { decodeBase58 } from "../kit/formats/base58.ts";
import {
  DEMO_SUPPLY,
  DEMO_TREASURY,
  DEMO_VAULT,
  demoHolder,
  demoHolderCount,
  demoTokens,
  deriveDemoAccount,
} from "./demo-facts.ts";
import { demoMoved } from "./demo-history.ts";
import { AccountRecords } from "./scan/account-records.ts";

/** Every account of the demo token: one more holder each day, and a vault with the rest of the supply. */
export function demoHolders(nowMs: number, wallets: readonly string[]): AccountRecords {
  const others = Array.from({ length: demoHolderCount(nowMs) }, (_, number) => demoHolder(number));
  const owners = new Set([DEMO_TREASURY, ...wallets, ...others]);
  const moved = demoMoved(nowMs);
  const records = new AccountRecords();
  let left = DEMO_SUPPLY;
  for (const owner of owners) {
    const amount = demoTokens(owner) + (moved.get(owner) ?? 0n);
    add(records, owner, amount);
    left -= amount;
  }
  add(records, DEMO_VAULT, left);
  return records;
}

function add(records: AccountRecords, owner: string, amount: bigint): void {
  const address = deriveDemoAccount(owner);
  records.add({ address, owner: decodeBase58(owner) ?? new Uint8Array(32), amount, withheld: 0n });
}

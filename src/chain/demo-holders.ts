import { decodeBase58 } from "../kit/base58.ts";
import { DAY_MS } from "../kit/clock.ts";
import { DEMO_SUPPLY, DEMO_TREASURY, demoAddress, demoTokens } from "./demo-facts.ts";
import { AccountRecords } from "./scan/account-records.ts";

const FIRST_DAY_MS = Date.UTC(2026, 0, 1);
const HOLDERS_AT_FIRST = 120;
const MOST_HOLDERS = 2_000;
const VAULT = demoAddress("vault");

/** Every account of the demo token: one holder more each day, and a vault with all that nobody else has. */
export function demoHolders(nowMs: number, wallets: readonly string[]): AccountRecords {
  const days = Math.floor((nowMs - FIRST_DAY_MS) / DAY_MS);
  const count = Math.max(0, Math.min(MOST_HOLDERS, HOLDERS_AT_FIRST + days));
  const others = Array.from({ length: count }, (_, number) => demoAddress(`holder ${number}`));
  const owners = new Set([DEMO_TREASURY, ...wallets, ...others]);
  const records = new AccountRecords();
  let left = DEMO_SUPPLY;
  for (const owner of owners) {
    const amount = demoTokens(owner);
    add(records, owner, amount);
    left -= amount;
  }
  add(records, VAULT, left);
  return records;
}

function add(records: AccountRecords, owner: string, amount: bigint): void {
  const address = demoAddress(`account of ${owner}`);
  records.add({ address, owner: decodeBase58(owner) ?? new Uint8Array(32), amount, withheld: 0n });
}

import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import { formatDecimal } from "../../../kit/money.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { inclusionSalts } from "./salts.ts";
import { takeSnapshot } from "./take-snapshot.ts";

interface SolvencyParts {
  live: Database;
  clock: Clock;
  keyring: Keyring;
  tokenMint: string | null;
  logJobProofs: (job: string) => Promise<void>;
}

export const solvencyJob: Job<SolvencyParts> = {
  name: "solvency",
  schedule: "25 */6 * * *",
  timeoutMs: 30 * MINUTE_MS,
  description: "Counts all balances and pending conversions in a Merkle sum tree, whose root is published",
  run: async ({ live, clock, keyring, tokenMint, logJobProofs }, signal) => {
    const salts = inclusionSalts(keyring);
    const row = await takeSnapshot({ live, clock, salts, tokenMint }, signal);
    if (row === null) return "ended before the count was complete";
    await logJobProofs("solvency");
    return `${row.leaves} users hold ${formatDecimal(BigInt(row.liabilities), 2)} salutes`;
  },
};

import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type ChainJobParts, chainJob } from "../figures/index.ts";
import { syncTransactions } from "./sync-transactions.ts";

/** Time for reading older history; a started page is finished. */
const SYNC_MS = 40 * SECOND_MS;

export const transactionSync: Job<ChainJobParts> = chainJob(
  {
    name: "transaction_sync",
    schedule: "* * * * *",
    timeoutMs: 5 * MINUTE_MS,
    description: "Reads the token's newest transactions, then older ones backwards",
  },
  (work) => {
    const startedAt = performance.now();
    return syncTransactions(work, {
      pages: Number.POSITIVE_INFINITY,
      hasTime: () => performance.now() - startedAt < SYNC_MS,
    });
  },
);

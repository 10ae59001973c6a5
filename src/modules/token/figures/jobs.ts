import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { logWhatChanged } from "../../transparency/proofs/log-proofs-job.ts";
import { syncTransactions } from "../transactions/index.ts";
import {
  refreshHolderCache,
  refreshHolderGrowth,
  refreshMintAuthorities,
  refreshPublicStats,
  refreshTokenDistribution,
  type TokenWork,
} from "./index.ts";

/** Older history is worked off until then; a page that has begun is finished. */
const SYNC_MS = 40 * SECOND_MS;

/** Its figures change each time: the job that logs proofs takes them in every five minutes. */
const EVERY_MINUTE = "transaction_sync";

/** A job that asks the chain; without one there is nothing to do, and doctor and status say why. */
function chainJob(job: Omit<Job, "run">, work: (context: TokenWork) => Promise<string>): Job {
  return {
    ...job,
    async run(services, signal) {
      const { live, clock, log, chain, token } = services;
      if (chain === null || token === null) return "no chain is configured";
      const done = await work({ live, clock, log, chain, token, signal });
      if (job.name !== EVERY_MINUTE) await logWhatChanged(services, job.name);
      return done;
    },
  };
}

/** What the token's pages and partners ask for first. */
export const publicStats: Job = chainJob(
  {
    name: "public_stats",
    schedule: "*/5 * * * *",
    timeoutMs: 4 * MINUTE_MS,
    description: "Reads the supply and what the project's wallets hold",
  },
  refreshPublicStats,
);

/** In the order in which they run at a first start: what others derive from comes before them. */
export const CHAIN_JOBS: readonly Job[] = [
  chainJob(
    {
      name: "mint_authorities",
      schedule: "7 * * * *",
      timeoutMs: 5 * MINUTE_MS,
      description: "Reads who may mint and freeze the token, and what its extensions allow",
    },
    refreshMintAuthorities,
  ),
  publicStats,
  chainJob(
    {
      name: "holder_cache",
      schedule: "2-59/15 * * * *",
      timeoutMs: 14 * MINUTE_MS,
      description: "Reads every account of the token and counts holders",
    },
    refreshHolderCache,
  ),
  chainJob(
    {
      name: "token_distribution",
      schedule: "22 * * * *",
      timeoutMs: MINUTE_MS,
      description: "Says how the token spreads over its holders, by the last count of them",
    },
    refreshTokenDistribution,
  ),
  chainJob(
    {
      name: "holder_growth",
      schedule: "55 23 * * *",
      timeoutMs: MINUTE_MS,
      description: "Notes the day's number of holders, by the last count of them",
    },
    refreshHolderGrowth,
  ),
  chainJob(
    {
      name: "transaction_sync",
      schedule: "* * * * *",
      timeoutMs: 5 * MINUTE_MS,
      description: "Takes in the token's newest transactions, then older ones backwards",
    },
    (work) => {
      const startedAt = performance.now();
      return syncTransactions(work, {
        pages: Number.POSITIVE_INFINITY,
        hasTime: () => performance.now() - startedAt < SYNC_MS,
      });
    },
  ),
];

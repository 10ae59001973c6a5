import type { ChainReader } from "../../../chain/chain-reader.ts";
import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { refreshHolderGrowth, refreshTokenDistribution } from "./derive-from-holders.ts";
import type { TokenWork } from "./refresh.ts";
import { refreshHolderCache } from "./refresh-holder-cache.ts";
import { refreshMintAuthorities } from "./refresh-mint-authorities.ts";
import { refreshPublicStats } from "./refresh-public-stats.ts";
import type { TrackedToken } from "./tracked-token.ts";

/** Services that jobs on the chain need. */
export interface ChainJobParts {
  live: Database;
  clock: Clock;
  log: Logger;
  chain: ChainReader | null;
  token: TrackedToken | null;
  /** Puts the proofs of what a job has just read into the signed log. */
  logProofsOf: (job: string) => Promise<void>;
}

/** A job that asks the chain; without a chain it does nothing, and doctor and status say why. */
export function chainJob(
  job: Omit<Job<ChainJobParts>, "run">,
  work: (context: TokenWork) => Promise<string>,
): Job<ChainJobParts> {
  return {
    ...job,
    run: async ({ live, clock, log, chain, token, logProofsOf }, signal) => {
      if (chain === null || token === null) return "no chain is configured";
      const done = await work({ live, clock, log, chain, token, signal });
      await logProofsOf(job.name);
      return done;
    },
  };
}

/** What the token's pages and partners ask for first. */
export const publicStats: Job<ChainJobParts> = chainJob(
  {
    name: "public_stats",
    schedule: "*/5 * * * *",
    timeoutMs: 4 * MINUTE_MS,
    description: "Reads the supply and what the project's wallets hold",
  },
  refreshPublicStats,
);

/** In the order in which they run at a first start: what others derive from comes before them. */
export const FIGURE_JOBS: readonly Job<ChainJobParts>[] = [
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
];

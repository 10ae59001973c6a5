import type { ChainReader } from "../../../chain/chain-reader.ts";
import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { noChainWords } from "../../platform/chain-access/index.ts";
import { type Job, Skipped } from "../../platform/jobs/index.ts";
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
  config: { usesChain: boolean };
  /** Adds proofs of a job's new data to the signed log. */
  logJobProofs: (job: string) => Promise<void>;
}

/** A job that reads the chain; without a chain it does nothing, and doctor and status give the reason. */
export function chainJob(
  job: Omit<Job<ChainJobParts>, "run">,
  work: (context: TokenWork) => Promise<string>,
): Job<ChainJobParts> {
  return {
    ...job,
    run: async ({ live, clock, log, chain, token, config, logJobProofs }, signal) => {
      if (chain === null || token === null) throw new Skipped(noChainWords(config));
      const done = await work({ live, clock, log, chain, token, signal });
      await logJobProofs(job.name);
      return done;
    },
  };
}

/** The most important figures of the token's pages and of partners. */
export const publicStats: Job<ChainJobParts> = chainJob(
  {
    name: "public_stats",
    schedule: "*/5 * * * *",
    timeoutMs: 4 * MINUTE_MS,
    description: "Reads the supply and the balances of the project's wallets",
  },
  refreshPublicStats,
);

/** In the order of the first start: sources before the figures derived from them. */
export const FIGURE_JOBS: readonly Job<ChainJobParts>[] = [
  chainJob(
    {
      name: "mint_authorities",
      schedule: "7 * * * *",
      timeoutMs: 5 * MINUTE_MS,
      description: "Reads the token's mint and freeze authorities, and the powers of its extensions",
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
      description: "Computes the token's distribution over its holders, from their last count",
    },
    refreshTokenDistribution,
  ),
  chainJob(
    {
      name: "holder_growth",
      schedule: "55 23 * * *",
      timeoutMs: MINUTE_MS,
      description: "Stores the day's number of holders, from their last count",
    },
    refreshHolderGrowth,
  ),
];

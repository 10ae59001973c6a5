import type { ChainReader } from "../../chain/chain-reader.ts";
import type { Module } from "../module.ts";
import {
  holderCacheCheck,
  mintAuthorityCheck,
  publicStatsCheck,
  rpcCheck,
  transactionSyncCheck,
} from "./checks/index.ts";
import { earlierHolders } from "./earlier-holders/index.ts";
import {
  type ChainJobParts,
  FIGURE_JOBS,
  publicTokenRoutes,
  type TrackedToken,
  tokenRoutes,
} from "./figures/index.ts";
import { TOKEN_FINDINGS, type TokenFacts } from "./findings.ts";
import { DAY_RETENTION } from "./movements/index.ts";
import { transactionRoutes, transactionSync } from "./transactions/index.ts";

export interface TokenParts extends ChainJobParts {
  config: { isProduction: boolean; usesChain: boolean };
  chain: ChainReader | null;
  token: TrackedToken | null;
  /** Unix milliseconds at which the process opened its services. */
  startedAt: number;
}

/** On-chain data of the token: figures, holders, transactions. */
export const token: Module<TokenParts, TokenFacts> = {
  name: "token",
  operations: ({ chain, live, token: tracked, startedAt }, { mounted }) => [
    ...tokenRoutes(mounted, chain, tracked),
    ...publicTokenRoutes(mounted, live, tracked),
    ...transactionRoutes(live, tracked, startedAt),
  ],
  checks: [rpcCheck, transactionSyncCheck, holderCacheCheck, publicStatsCheck, mintAuthorityCheck],
  jobs: [...FIGURE_JOBS, transactionSync, earlierHolders],
  findings: TOKEN_FINDINGS,
  retention: [DAY_RETENTION],
  groups: [
    {
      name: "token",
      order: 50,
      description: "The token's figures, read from the chain by jobs and served as stored.",
    },
  ],
};

import { ChainUnavailable } from "../../../chain/errors.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { CHAIN_ERRORS } from "./errors.ts";

/** For every message about a missing chain; settings apply at the next start, so it suggests no retry. */
export const NO_CHAIN = "No chain is configured: SOLANA_RPC_URLS and TOKEN_MINT must both be set.";

/** Why there is no chain, for checks and jobs. */
export function noChainWords({ usesChain }: { usesChain: boolean }): string {
  return usesChain ? NO_CHAIN : "Not used: this installation has points only, without a chain (CHAIN=off).";
}

/** The configured chain, or its token. @throws Problem rpc_unavailable if there is none */
export function requireChain<Chain extends object>(chain: Chain | null): Chain {
  if (chain === null)
    throw new Problem(
      CHAIN_ERRORS.rpc_unavailable,
      "Ask the operators to set SOLANA_RPC_URLS and TOKEN_MINT: no chain is configured.",
    );
  return chain;
}

/**
 * Figures stored by a job. @throws Problem rpc_unavailable before the job's first run, and if no chain is configured
 * @param chain the chain or its token; null if none is configured
 */
export function requireFigures<Figures>(figures: Figures | null, chain: object | null): Figures {
  requireChain(chain);
  if (figures === null) throw unavailable("Retry in a moment: the chain has not been read yet.");
  return figures;
}

/** Runs a read of the chain. @throws Problem rpc_unavailable if the chain cannot be read now */
export async function reading<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw unavailable("Retry in a moment: the chain cannot be read now.");
  }
}

function unavailable(message: string): Problem {
  const seconds = CHAIN_ERRORS.rpc_unavailable.retry_after_seconds;
  return new Problem(CHAIN_ERRORS.rpc_unavailable, message, { headers: { "retry-after": String(seconds) } });
}

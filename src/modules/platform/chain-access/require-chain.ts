import type { ChainReader } from "../../../chain/chain-reader.ts";
import { ChainUnavailable } from "../../../chain/errors.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { CHAIN_ERRORS } from "./errors.ts";

/** The configured chain. @throws Problem rpc_unavailable if there is none */
export function requireChain(chain: ChainReader | null): ChainReader {
  if (chain === null)
    throw unavailable("Ask the operators to set SOLANA_RPC_URLS and TOKEN_MINT: no chain is configured.");
  return chain;
}

/**
 * Figures stored by a job. @throws Problem rpc_unavailable before the job's first run, and if no chain is configured
 */
export function requireFigures<Figures>(figures: Figures | null): Figures {
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

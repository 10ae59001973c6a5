import type { ChainReader } from "../../../chain/chain-reader.ts";
import { ChainUnavailable } from "../../../chain/errors.ts";
import { Problem } from "../../../http/problem.ts";
import { CHAIN_ERRORS } from "./errors.ts";

/** The chain, for what cannot do without one. @throws Problem rpc_unavailable where none is configured. */
export function requireChain(chain: ChainReader | null): ChainReader {
  if (chain === null)
    throw unavailable("Ask the operators to set SOLANA_RPC_URLS and TOKEN_MINT: no chain is configured.");
  return chain;
}

/**
 * Figures that a job stores. @throws Problem rpc_unavailable before there are any, and where no chain is configured.
 */
export function requireFigures<Figures>(figures: Figures | null): Figures {
  if (figures === null) throw unavailable("Retry in a moment: the chain was not read yet.");
  return figures;
}

/** Runs a read of the chain. @throws Problem rpc_unavailable where the chain cannot be read now. */
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

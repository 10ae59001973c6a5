import { CHAIN_MODES, type ChainMode } from "../../../chain/chain-reader.ts";
import { OneOf } from "../../../http/schema/shapes.ts";

/** `chain_mode` of every answer based on the chain (contract section 1). */
export const ChainModeShape = OneOf(CHAIN_MODES, {
  description: "demo: from the embedded demo chain, because no other is configured.",
});

/** The header that says the same of CSV, whose columns are fixed; an operation declares it in answerHeaders. */
export const CHAIN_MODE_HEADERS = ["X-Chain-Mode"] as const;

/** @param token null if no chain is configured; then the header is absent */
export function setChainMode(headers: Record<string, string>, token: { mode: ChainMode } | null): void {
  if (token !== null) headers[CHAIN_MODE_HEADERS[0]] = token.mode;
}

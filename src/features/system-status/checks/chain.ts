import type { Finding } from "../check.ts";

export interface ChainFacts {
  /** Null where no chain is configured. */
  mode: "demo" | "rpc" | null;
  isProduction: boolean;
}

/** Whether the chain can be read. */
export function checkRpc({ mode, isProduction }: ChainFacts): Finding {
  const observed = { chain_mode: mode, disagreements: [] };
  if (mode === "demo")
    return { status: "ok", message: "The embedded demo chain answers: no chain is configured.", observed };
  if (mode === null && isProduction)
    return { status: "bad", message: "No chain is configured: what needs one answers 503.", observed };
  if (mode === null) return { status: "ok", message: "No chain is configured.", observed };
  return { status: "ok", message: "A chain is configured.", observed };
}

import {
  badInProduction,
  type Diagnosis,
  type Finding,
  type Inspection,
  notForProduction,
  ok,
  warn,
} from "../platform/diagnosis/index.ts";

export interface TokenFacts extends Inspection {
  config: Inspection["config"] & {
    usesChain: boolean;
    rpcUrls: readonly string[];
    rpcQuorum: number | null;
    tokenMint: string | null;
    treasuryWallets: readonly string[];
  };
  readsDemoChain: boolean;
}

export const TOKEN_FINDINGS: readonly Finding<TokenFacts>[] = [
  { name: "chain", order: 200, secrets: ["SOLANA_RPC_URLS"], look: chain },
];

function chain(facts: TokenFacts): Diagnosis {
  if (!facts.config.usesChain) return ok("not used (CHAIN=off): salutes are points only");
  if (facts.readsDemoChain)
    return notForProduction(ok("SOLANA_RPC_URLS and TOKEN_MINT unset: development reads the demo chain"));
  const missing = missingChainSettings(facts.config).join(" and ");
  if (missing === "") return rpcChain(facts);
  return badInProduction(
    facts,
    `${missing} unset: token figures, wallets' holdings, conversions and settlements answer 503 rpc_unavailable.`,
    `Set ${missing}.`,
  );
}

function missingChainSettings({ rpcUrls, tokenMint }: TokenFacts["config"]): string[] {
  return [
    ...(rpcUrls.length === 0 ? ["SOLANA_RPC_URLS"] : []),
    ...(tokenMint === null ? ["TOKEN_MINT"] : []),
  ];
}

/** The settings of a chain over RPC; doctor makes no request. */
function rpcChain({ config: { rpcUrls, rpcQuorum, treasuryWallets } }: TokenFacts): Diagnosis {
  const majority = Math.floor(rpcUrls.length / 2) + 1;
  const quorum = rpcQuorum ?? majority;
  const message = `${rpcUrls.length} RPC addresses, of which ${quorum} must agree`;
  if (rpcUrls.length === 1)
    return warn(
      "One RPC address: nothing confirms its answers, and while it is down no figure is renewed.",
      "Name three of different providers in SOLANA_RPC_URLS, so that two must agree.",
    );
  if (quorum < majority)
    return warn(
      `${message}, which is not a majority: wrong addresses that agree would be believed.`,
      `Unset RPC_QUORUM, or set it to ${majority} or more.`,
    );
  if (treasuryWallets.length === 0)
    return warn(
      `${message}; TREASURY_WALLETS is unset: no settlement can be proved.`,
      "Set TREASURY_WALLETS to the wallets that the project pays from.",
    );
  return ok(message);
}

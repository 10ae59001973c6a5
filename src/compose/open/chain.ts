import type { ChainReader } from "../../chain/chain-reader.ts";
import { DEMO_MINT, DEMO_TREASURY, DemoReader } from "../../chain/demo-reader.ts";
import { RpcReader } from "../../chain/rpc/rpc-reader.ts";
import type { Timing } from "../../chain/rpc/timing.ts";
import type { Clock } from "../../kit/clock.ts";
import { sha256Hex } from "../../kit/crypto/seal.ts";
import type { TrackedToken } from "../../modules/token/figures/index.ts";
import type { Config } from "../config.ts";
import type { TokenServices } from "../services.ts";
import { RpcTurns } from "./rpc-turns.ts";

/** Whether the demo chain is used: in development, if no chain is configured and CHAIN is not off. */
export function readsDemoChain(config: Config): boolean {
  return config.usesChain && !config.isProduction && config.rpcUrls.length === 0 && config.tokenMint === null;
}

/**
 * The chain: over RPC if addresses and mint are configured, the demo chain if development has neither; otherwise
 * null, and operations that need a chain answer 503 rpc_unavailable (contract section 1).
 */
export function openChain(config: Config, clock: Clock, timing: Timing): ChainReader | null {
  if (readsDemoChain(config)) return new DemoReader(clock);
  if (!config.usesChain || config.rpcUrls.length === 0 || config.tokenMint === null) return null;
  return new RpcReader(
    {
      urls: config.rpcUrls,
      mint: config.tokenMint,
      lpMint: config.lpMint,
      quorum: quorumOf(config),
      maxPerSecond: config.rpcMaxPerSecond,
      timeoutMs: config.rpcTimeoutMs,
      turns: new RpcTurns(config.dataDir),
    },
    clock,
    timing,
  );
}

/** The chain, and the token as configured. */
export function openToken(config: Config, clock: Clock, timing: Timing): TokenServices {
  const chain = openChain(config, clock, timing);
  return {
    chain,
    token: chain === null ? null : trackedToken(config),
    tokenMint: config.tokenMint ?? (chain?.mode === "demo" ? DEMO_MINT : null),
    treasury: { chain, wallets: treasuryWallets(config, chain) },
  };
}

/** Number of RPC addresses that must agree: a majority, unless RPC_QUORUM is set. */
function quorumOf({ rpcQuorum, rpcUrls }: Config): number {
  return rpcQuorum ?? Math.floor(rpcUrls.length / 2) + 1;
}

/** The token as configured, without network access. */
function trackedToken(config: Config): TrackedToken {
  const isDemo = readsDemoChain(config);
  const mint = isDemo ? DEMO_MINT : (config.tokenMint ?? "");
  const treasury = isDemo && config.treasuryWallets.length === 0 ? [DEMO_TREASURY] : config.treasuryWallets;
  return {
    mode: isDemo ? "demo" : "rpc",
    mint,
    source: sha256Hex(JSON.stringify([isDemo ? "demo" : config.rpcUrls, mint])),
    rpcHosts: config.rpcUrls.map((url) => new URL(url).origin),
    quorum: isDemo ? 1 : quorumOf(config),
    wallets: {
      treasury,
      reserve: config.reserveWallets,
      lp: config.lpWallets,
      burn: config.burnWallets,
    },
    expected: {
      mint_authority: config.expectedMintAuthority,
      freeze_authority: config.expectedFreezeAuthority,
    },
  };
}

function treasuryWallets(config: Config, chain: ChainReader | null): readonly string[] {
  return chain?.mode === "demo" && config.treasuryWallets.length === 0
    ? [DEMO_TREASURY]
    : config.treasuryWallets;
}

import { setting } from "./setting.ts";
import {
  expectedAuthority,
  optionalAddress,
  optionalCount,
  rpcUrls,
  solanaAddresses,
  whole,
} from "./values.ts";

/** The chain and the wallets of the project. */
export const CHAIN_SETTINGS = {
  rpcUrls: setting(
    "SOLANA_RPC_URLS",
    "",
    "https://api.mainnet-beta.solana.com",
    "RPC addresses of the chain, comma-separated; with TOKEN_MINT unset too, development reads an embedded demo chain",
    rpcUrls,
    true,
  ),
  tokenMint: setting(
    "TOKEN_MINT",
    "",
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "Mint address of the project's token",
    optionalAddress,
  ),
  treasuryWallets: setting(
    "TREASURY_WALLETS",
    "",
    "(address),(address)",
    "Wallets that the project pays from, comma-separated: only payments from these settle",
    solanaAddresses,
  ),
  reserveWallets: setting(
    "RESERVE_WALLETS",
    "",
    "(address),(address)",
    "Wallets that hold the project's reserve, comma-separated; their holdings do not circulate",
    solanaAddresses,
  ),
  lpMint: setting(
    "LP_MINT",
    "",
    "(address)",
    "Mint address of the token's liquidity pool; unset: wallet-info shows none",
    optionalAddress,
  ),
  lpWallets: setting(
    "LP_WALLETS",
    "",
    "(address),(address)",
    "Wallets of liquidity pools, comma-separated: holders are also counted without them",
    solanaAddresses,
  ),
  burnWallets: setting(
    "BURN_WALLETS",
    "",
    "(address)",
    "Wallets that tokens are burned to, comma-separated; their holdings do not circulate",
    solanaAddresses,
  ),
  expectedMintAuthority: setting(
    "EXPECTED_MINT_AUTHORITY",
    "",
    "none",
    "Expected mint authority: an address, or none; unset: not checked",
    expectedAuthority,
  ),
  expectedFreezeAuthority: setting(
    "EXPECTED_FREEZE_AUTHORITY",
    "",
    "none",
    "Expected freeze authority: an address, or none; unset: not checked",
    expectedAuthority,
  ),
  rpcMaxPerSecond: setting(
    "RPC_MAX_PER_SECOND",
    "4",
    "4",
    "Requests per second to each RPC address and method; public addresses allow 4",
    whole(1, 10_000),
  ),
  rpcTimeoutMs: setting(
    "RPC_TIMEOUT_MS",
    "10000",
    "10000",
    "Milliseconds within which an RPC address must answer",
    whole(100, 120_000),
  ),
  rpcQuorum: setting(
    "RPC_QUORUM",
    "",
    "2",
    "Number of RPC addresses that must agree on a figure; unset: a majority",
    optionalCount(32),
  ),
} as const;

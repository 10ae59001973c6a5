import { setting } from "./setting.ts";
import {
  acceptOnly,
  baseUrl,
  expectedAuthority,
  optionalAddress,
  optionalCount,
  rpcUrls,
  solanaAddresses,
  whole,
} from "./values.ts";

/** The chain and the wallets of the project. */
export const CHAIN_SETTINGS = {
  usesChain: setting("CHAIN", {
    fallback: "on",
    example: "off",
    meaning:
      "off: salutes are points only; no chain is read, none is missed, and operations that need one answer 503",
    parse: (value) => acceptOnly("on", "off")(value) === "on",
  }),
  rpcUrls: setting("SOLANA_RPC_URLS", {
    fallback: "",
    example: "https://api.mainnet-beta.solana.com",
    meaning:
      "RPC addresses of the chain, comma-separated; with TOKEN_MINT unset too, development reads an embedded demo chain",
    parse: rpcUrls,
    isSecret: true,
  }),
  tokenMint: setting("TOKEN_MINT", {
    fallback: "",
    example: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    meaning: "Mint address of the project's token",
    parse: optionalAddress,
  }),
  treasuryWallets: setting("TREASURY_WALLETS", {
    fallback: "",
    example: "(address),(address)",
    meaning: "Wallets that the project pays from, comma-separated: only payments from these settle",
    parse: solanaAddresses,
  }),
  reserveWallets: setting("RESERVE_WALLETS", {
    fallback: "",
    example: "(address),(address)",
    meaning: "Wallets that hold the project's reserve, comma-separated; their holdings do not circulate",
    parse: solanaAddresses,
  }),
  lpMint: setting("LP_MINT", {
    fallback: "",
    example: "(address)",
    meaning: "Mint address of the token's liquidity pool; unset: wallet-info shows none",
    parse: optionalAddress,
  }),
  lpWallets: setting("LP_WALLETS", {
    fallback: "",
    example: "(address),(address)",
    meaning: "Wallets of liquidity pools, comma-separated: holders are also counted without them",
    parse: solanaAddresses,
  }),
  burnWallets: setting("BURN_WALLETS", {
    fallback: "",
    example: "(address)",
    meaning: "Wallets that tokens are burned to, comma-separated; their holdings do not circulate",
    parse: solanaAddresses,
  }),
  expectedMintAuthority: setting("EXPECTED_MINT_AUTHORITY", {
    fallback: "",
    example: "none",
    meaning: "Expected mint authority: an address, or none; unset: not checked",
    parse: expectedAuthority,
  }),
  expectedFreezeAuthority: setting("EXPECTED_FREEZE_AUTHORITY", {
    fallback: "",
    example: "none",
    meaning: "Expected freeze authority: an address, or none; unset: not checked",
    parse: expectedAuthority,
  }),
  explorerUrl: setting("EXPLORER_URL", {
    fallback: "https://explorer.solana.com",
    example: "https://solscan.io",
    meaning:
      "Explorer of the chain, to whose /address/… and /tx/… pages link; none: no links, as on the demo chain",
    parse: (value) => (value === "none" ? null : baseUrl(value)),
  }),
  ownerShareWarnPct: setting("OWNER_SHARE_WARN_PCT", {
    fallback: "10",
    example: "10",
    meaning:
      "The trust page warns if one owner holds more than this share, in per cent, of the tokens outside the project's wallets",
    parse: whole(1, 100),
  }),
  rpcMaxPerSecond: setting("RPC_MAX_PER_SECOND", {
    fallback: "4",
    example: "4",
    meaning:
      "Requests per second to each RPC address and method, of the server and its commands together; public addresses allow 4",
    parse: whole(1, 10_000),
  }),
  rpcTimeoutMs: setting("RPC_TIMEOUT_MS", {
    fallback: "10000",
    example: "10000",
    meaning: "Milliseconds within which an RPC address must answer",
    parse: whole(100, 120_000),
  }),
  rpcQuorum: setting("RPC_QUORUM", {
    fallback: "",
    example: "2",
    meaning: "Number of RPC addresses that must agree on a figure; unset: a majority",
    parse: optionalCount(32),
  }),
} as const;

import type { ChainMode } from "../../../chain/chain-reader.ts";

/** The roles of the project's wallets. A wallet has one of these. */
export const WALLET_ROLES = ["treasury", "reserve", "lp", "burn"] as const;
export type WalletRole = (typeof WALLET_ROLES)[number];

/** The token and its sources: configuration only, without network access. */
export interface TrackedToken {
  mode: ChainMode;
  /** Base58. */
  mint: string;
  /**
   * Identifies these RPC addresses with this mint, so that stored data is found before the chain is reached again.
   */
  source: string;
  /** Scheme and host of each RPC address, in their order; empty for the demo chain. */
  rpcHosts: readonly string[];
  /** Number of RPC addresses that must agree; 1 for the demo chain. */
  quorum: number;
  wallets: Readonly<Record<WalletRole, readonly string[]>>;
  /** The expected holder of each authority: an address, `none` for nobody, null without expectation. */
  expected: { mint_authority: string | null; freeze_authority: string | null };
}

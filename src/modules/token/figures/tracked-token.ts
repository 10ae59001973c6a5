import type { ChainMode } from "../../../chain/chain-reader.ts";

/** What the project's wallets are for. A wallet has one of these. */
export const WALLET_ROLES = ["treasury", "reserve", "lp", "burn"] as const;
export type WalletRole = (typeof WALLET_ROLES)[number];

/** The token whose figures are kept, and where they are read: configuration, without a network. */
export interface TrackedToken {
  mode: ChainMode;
  /** Base58. */
  mint: string;
  /** Names these RPC addresses with this mint: what was found before the chain is reached again is looked up by it. */
  source: string;
  /** Scheme and host of each RPC address, in their order; empty for the demo chain. */
  rpcHosts: readonly string[];
  /** How many RPC addresses must agree; 1 for the demo chain. */
  quorum: number;
  wallets: Readonly<Record<WalletRole, readonly string[]>>;
  /** Who should hold each authority: an address, `none` for nobody, null where nothing is expected. */
  expected: { mint_authority: string | null; freeze_authority: string | null };
}

import { parseAmount } from "../../../kit/money.ts";
import type { MintSource } from "../../ledger/conversions/index.ts";
import type { HoldingsSource } from "../../ledger/wallets/index.ts";
import { TOKEN_FIXTURE } from "./token-status.ts";

const LAMPORTS = 2_500_000_000n;
const TOKENS = 1_250n;

/** The chain of the sandbox: the fixture's mint, and the same holdings for every address. No network is read. */
export const FIXTURE_CHAIN: MintSource & HoldingsSource = {
  mode: "demo",
  getMint: async () => ({
    address: TOKEN_FIXTURE.mint,
    decimals: TOKEN_FIXTURE.decimals,
    supply: parseAmount(TOKEN_FIXTURE.chain.total_supply, TOKEN_FIXTURE.decimals) ?? 0n,
    slot: BigInt(TOKEN_FIXTURE.slot),
  }),
  getWallet: async (address) => ({
    address,
    lamports: LAMPORTS,
    tokenAmount: TOKENS * 10n ** BigInt(TOKEN_FIXTURE.decimals),
    tokenDecimals: TOKEN_FIXTURE.decimals,
    lpMint: null,
    lpAmount: 0n,
    lpDecimals: 0,
    slot: BigInt(TOKEN_FIXTURE.slot),
  }),
};

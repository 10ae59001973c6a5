import type { Static } from "@sinclair/typebox";
import { isoUtc } from "../../../kit/clock.ts";
import type { TokenStatus } from "../../token/figures/index.ts";
import { SANDBOX_START_MS } from "../files/index.ts";

/**
 * The token of the profile `standard-v1`, in the live one's shape. Nobody holds a key for its mint address, and
 * rpc_url is a fixed text: the sandbox reads no chain.
 */
export const TOKEN_FIXTURE: Omit<Static<typeof TokenStatus>, "docs_links" | "links"> = {
  mint: "37nQBE6RuAaViWE5pCxikGTvqK4anouhLt2f26TCK77f",
  decimals: 9,
  rpc_url: "https://rpc.sandbox.invalid",
  chain: {
    total_supply: "1000000000",
    circulating_supply: "740000000",
    treasury_balance: "200000000",
    reserve_balance: "50000000",
    tracked_treasury_balance: "250000000",
    burn_balance: "10000000",
    holders: 1_284,
    holders_source: "holder_cache",
  },
  holders_detail: {
    token_accounts: 1_410,
    non_zero_accounts: 1_302,
    unique_owners: 1_284,
    excluding: { wallets: [], token_accounts: 1_410, non_zero_accounts: 1_302, unique_owners: 1_284 },
  },
  slot: 391_000_000,
  as_of_utc: isoUtc(SANDBOX_START_MS),
  age_hours: 0,
  is_stale: false,
  chain_mode: "demo",
};

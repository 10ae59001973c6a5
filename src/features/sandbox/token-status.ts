import { type Static, Type } from "@sinclair/typebox";
import { Links } from "../../http/shapes.ts";

export const TokenStatus = Type.Object({
  mint: Type.String(),
  decimals: Type.Integer(),
  rpc_url: Type.String({ description: "A placeholder: practice reads no chain." }),
  chain: Type.Object({
    total_supply: Type.String({ description: "Whole tokens, as an exact decimal; so are the others." }),
    treasury_balance: Type.String(),
    reserve_balance: Type.String(),
    tracked_treasury_balance: Type.String({ description: "Treasury and reserve." }),
    circulating_supply: Type.String(),
    holders: Type.Integer(),
    holders_source: Type.String(),
  }),
  docs_links: Links,
  links: Links,
});

/** The token of the profile `standard-v1`. Its mint is an address that nobody holds a key of. */
export const TOKEN_FIXTURE: Omit<Static<typeof TokenStatus>, "docs_links" | "links"> = {
  mint: "37nQBE6RuAaViWE5pCxikGTvqK4anouhLt2f26TCK77f",
  decimals: 9,
  rpc_url: "https://rpc.sandbox.invalid",
  chain: {
    total_supply: "1000000000",
    treasury_balance: "200000000",
    reserve_balance: "50000000",
    tracked_treasury_balance: "250000000",
    circulating_supply: "740000000",
    holders: 1_284,
    holders_source: "fixture",
  },
};

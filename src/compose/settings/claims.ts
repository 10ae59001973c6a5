import { isBase58 } from "../../kit/formats/base58.ts";
import { setting } from "./setting.ts";
import { list } from "./values.ts";

const SYMBOL = /^[A-Z0-9]{2,10}$/;

/** The currencies of donation claims (contract section 8). */
export const CLAIM_SETTINGS = {
  tokenSymbol: setting("TOKEN_SYMBOL", {
    fallback: "TOKEN",
    example: "STAR",
    meaning: "Symbol of the TOKEN_MINT token in claims: 2 to 10 of A-Z and 0-9",
    parse: symbol,
  }),
  claimCurrencies: setting("CLAIM_CURRENCIES", {
    fallback: "USDC:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    example: "USDC:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    meaning:
      "Further claim currencies as SYMBOL:MINT, comma-separated; besides SALUTES, SOL and TOKEN_SYMBOL",
    parse: currencies,
  }),
};

function symbol(value: string): string {
  if (!SYMBOL.test(value) || value === "SALUTES" || value === "SOL")
    throw new RangeError("must be 2 to 10 of A-Z and 0-9, and neither SALUTES nor SOL");
  return value;
}

function currencies(value: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of list(value)) {
    const [name = "", mint = "", ...rest] = entry.split(":");
    if (!SYMBOL.test(name) || name === "SALUTES" || name === "SOL" || !isBase58(mint, 32) || rest.length > 0)
      throw new RangeError(`must be SYMBOL:MINT, comma-separated; ${JSON.stringify(entry)} is not`);
    found.set(name, mint);
  }
  return found;
}

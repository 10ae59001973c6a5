import { NATIVE_MINT } from "../../../chain/transactions.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { DEMO_PREFIX } from "../settlements/index.ts";
import { CLAIM_ERRORS } from "./errors.ts";

/** Mints by symbol of the currencies in which claims are paid, other than SALUTES. */
export type ClaimCurrencies = ReadonlyMap<string, string>;

export interface CurrencySettings {
  tokenSymbol: string;
  /** Additional currencies with their mints. */
  claimCurrencies: ReadonlyMap<string, string>;
}

/** @param tokenMint null if no token is configured: claims in it cannot be issued. */
export function claimCurrencies(
  { tokenSymbol, claimCurrencies: others }: CurrencySettings,
  tokenMint: string | null,
  isDemo: boolean,
): ClaimCurrencies {
  const prefix = isDemo ? DEMO_PREFIX : "";
  return new Map([
    ...[...others].map(([symbol, mint]): [string, string] => [symbol, `${prefix}${mint}`]),
    ["SOL", `${prefix}${NATIVE_MINT}`],
    ...(tokenMint === null ? [] : [[tokenSymbol, tokenMint] as [string, string]]),
  ]);
}

/** @throws Problem currency_not_supported */
export function requireMint(currencies: ClaimCurrencies, symbol: string): string {
  const mint = currencies.get(symbol);
  if (mint !== undefined) return mint;
  const known = ["SALUTES", ...currencies.keys()].join(", ");
  throw new Problem(
    CLAIM_ERRORS.currency_not_supported,
    `Use one of ${known}: claims in ${symbol} are not paid.`,
    {
      details: [{ field: "currency", message: `must be one of ${known}` }],
    },
  );
}

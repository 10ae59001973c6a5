import { parseDecimal } from "../../../kit/money.ts";

/** Most decimals of salutes_per_token and fee_pct: few enough for a JSON number to hold each exactly. */
export const RATE_DECIMALS = 6;
export const FEE_DECIMALS = 4;

/** Price and fee of a conversion, as the policy's decimal texts. */
export interface Rate {
  salutes_per_token: string;
  fee_pct: string;
}

/** Base units of the mint; net and fee add up to the value of the salutes before the fee. */
export interface Quote {
  net: bigint;
  fee: bigint;
}

const HUNDRED = 100n;
/** 100 % in units of the last decimal of fee_pct. */
const WHOLE_FEE = HUNDRED * 10n ** BigInt(FEE_DECIMALS);

/**
 * net = floor(amount / salutes_per_token · (1 − fee_pct / 100)) at the mint's decimals, in exact integers; the fee is
 * the rest of floor(amount / salutes_per_token) (contract section 7).
 * @param amount hundredths of a salute.
 */
export function quote(amount: number, rate: Rate, decimals: number): Quote {
  const perToken = scaled(rate.salutes_per_token, RATE_DECIMALS);
  const fee = scaled(rate.fee_pct, FEE_DECIMALS);
  const dividend = BigInt(amount) * 10n ** BigInt(RATE_DECIMALS + decimals);
  const divisor = HUNDRED * perToken;
  const net = (dividend * (WHOLE_FEE - fee)) / (divisor * WHOLE_FEE);
  return { net, fee: dividend / divisor - net };
}

function scaled(text: string, decimals: number): bigint {
  const value = parseDecimal(text, decimals);
  if (value === null)
    throw new Error(`the policy holds ${text}, which is not a decimal with ${decimals} places`);
  return value;
}

import { MAX_DIGITS } from "../../../kit/formats/exact-number.ts";
import { type Hundredths, hundredths, MAX_AMOUNT, parseAmount } from "../../../kit/money.ts";

export const CLAIM_STATES = ["issued", "claimed", "redeemed", "expired", "cancelled"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const SALUTES = "SALUTES";
export const AMOUNT_DECIMALS = 9;
const SALUTES_DECIMALS = 2;
/** A parsed amount, or why it is invalid, as text that completes "it …". */
export type ReadAmount = { value: bigint } | { fault: string };

/** Parses an amount given as a number or decimal text into units of the ninth decimal. */
export function readAmount(given: number | string, currency: string): ReadAmount {
  const text = typeof given === "number" ? plainText(given) : given;
  const places = currency === SALUTES ? SALUTES_DECIMALS : AMOUNT_DECIMALS;
  const fits = parseAmount(text, places) !== null;
  const value = parseAmount(text, AMOUNT_DECIMALS);
  if (!fits || value === null)
    return { fault: `must be a decimal with at most ${places} places and ${MAX_DIGITS} digits` };
  if (value <= 0n || value > BigInt(MAX_AMOUNT) * 10n ** BigInt(AMOUNT_DECIMALS))
    return { fault: `must be over 0 and at most ${MAX_AMOUNT}` };
  return { value };
}

/** The number's decimal text without an exponent. */
function plainText(given: number): string {
  const text = given.toString();
  return text.includes("e") ? given.toFixed(20).replace(/\.?0+$/, "") : text;
}

export function toSalutes(value: bigint): Hundredths {
  return hundredths(Number(value / 10n ** BigInt(AMOUNT_DECIMALS - SALUTES_DECIMALS)));
}

const SCHEME = /\p{L}[\p{L}\p{N}+.-]*:\/\/|\b(mailto|tel|javascript|data):/iu;
/**
 * A dot within a name, unless followed by an ending such as that of Node.js, or a file, that is not a top-level domain.
 */
const HOST =
  /[\p{L}\p{N}-]\.(?!(?:jsx?|tsx?|css|html?|xml|json|csv|pdf|txt|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|wav|flac|ogg)(?![\p{L}\p{N}-]|\.\p{L}))\p{L}{2,}|\b\d{1,3}(\.\d{1,3}){3}\b|\bwww\./iu;

/** Whether a text holds the address of a web page, or something that a reader or mail program would take for one. */
export function hasWebAddress(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[\u3002\uff61\u200b-\u200d\ufeff]/g, (found) =>
      found === "\u3002" || found === "\uff61" ? "." : "",
    );
  return SCHEME.test(plain) || HOST.test(plain);
}

/** The effective state: a claim counts as expired from its deadline on, before the job stores that. */
export function stateAt(row: { state: ClaimState; expires_at: number }, now: number): ClaimState {
  return row.state === "issued" && row.expires_at <= now ? "expired" : row.state;
}

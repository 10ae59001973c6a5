import { MAX_AMOUNT, parseDecimal } from "../../../kit/money.ts";

export const CLAIM_STATES = ["issued", "claimed", "redeemed", "expired", "cancelled"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const SALUTES = "SALUTES";
export const AMOUNT_DECIMALS = 9;
const SALUTES_DECIMALS = 2;
/** More digits than these a JSON number does not hold: a text does. */
const NUMBER_DIGITS = 15;

/** An amount as it is kept, or why it is none, in words that finish "it …". */
export type ReadAmount = { value: bigint } | { fault: string };

/** An amount given as a number or decimal text, in units of the ninth decimal. */
export function readAmount(given: number | string, currency: string): ReadAmount {
  const text = typeof given === "number" ? numberText(given) : given;
  if (text === null) return { fault: `has more than ${NUMBER_DIGITS} digits: send it as a decimal text` };
  const places = currency === SALUTES ? SALUTES_DECIMALS : AMOUNT_DECIMALS;
  const fits = parseDecimal(text, places) !== null;
  const value = parseDecimal(text, AMOUNT_DECIMALS);
  if (!fits || value === null) return { fault: `must be a decimal with at most ${places} places` };
  if (value <= 0n || value > BigInt(MAX_AMOUNT) * 10n ** BigInt(AMOUNT_DECIMALS))
    return { fault: `must be over 0 and at most ${MAX_AMOUNT}` };
  return { value };
}

/** The number's decimal text; null where the number may not be what was written. */
function numberText(given: number): string | null {
  const text = given.toString();
  const plain = text.includes("e") ? given.toFixed(20).replace(/\.?0+$/, "") : text;
  return plain.replace(/^0\.0*|\./g, "").length > NUMBER_DIGITS ? null : plain;
}

/** Hundredths of a salute. */
export function toSalutes(value: bigint): number {
  return Number(value / 10n ** BigInt(AMOUNT_DECIMALS - SALUTES_DECIMALS));
}

const SCHEME = /\p{L}[\p{L}\p{N}+.-]*:\/\/|\b(mailto|tel|javascript|data):/iu;
/** A dot within a name, unless what follows is an ending such as Node.js has, or a file, and no top-level domain. */
const HOST =
  /[\p{L}\p{N}-]\.(?!(?:jsx?|tsx?|css|html?|xml|json|csv|pdf|txt|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|wav|flac|ogg)(?![\p{L}\p{N}-]|\.\p{L}))\p{L}{2,}|\b\d{1,3}(\.\d{1,3}){3}\b|\bwww\./iu;

/** Whether a text holds the address of a web page, or what a reader or a mail program would take for one. */
export function hasWebAddress(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[\u3002\uff61\u200b-\u200d\ufeff]/g, (found) =>
      found === "\u3002" || found === "\uff61" ? "." : "",
    );
  return SCHEME.test(plain) || HOST.test(plain);
}

/** The state that counts now: a claim is expired from its time on, though the job that says so comes a little later. */
export function stateAt(row: { state: ClaimState; expires_at: number }, now: number): ClaimState {
  return row.state === "issued" && row.expires_at <= now ? "expired" : row.state;
}

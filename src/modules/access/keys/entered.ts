import { invalidPayload } from "../../../http/answers/problem.ts";
import { parseSalutes } from "../../../kit/money.ts";

/** Entries separated by commas or blanks. */
export function splitEntries(text: string | undefined): string[] {
  return (text ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
}

/** A daily credit limit in hundredths; null for none. @throws Problem invalid_payload */
export function parseDailyCreditLimit(text: string | undefined): number | null {
  if (text === undefined) return null;
  const hundredths = parseSalutes(text);
  if (hundredths === null)
    throw invalidPayload("daily_credit_limit", "must be an amount of salutes with at most 2 decimals");
  return hundredths;
}

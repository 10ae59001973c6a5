import { fromHundredths } from "../../../kit/money.ts";

/** `1 entry`, `2 entries`. */
export function countedEntries(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "entry" : "entries"}`;
}

/** An amount in hundredths as salutes with thousands separators. */
export function salutes(hundredths: number): string {
  return fromHundredths(hundredths).toLocaleString("en");
}

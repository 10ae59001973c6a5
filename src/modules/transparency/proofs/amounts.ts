/** Formats an exact decimal text with thousands separators and without trailing zeros. */
export function shownAmount(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? grouped : `${grouped}.${rest}`;
}

/** Shortens an address to its first and last 5 characters. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 5)}…${address.slice(-5)}`;
}

/** An exact decimal text for readers: thousands apart, no zeros at its end. */
export function shownAmount(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? grouped : `${grouped}.${rest}`;
}

/** The beginning and the end of an address, for a table; whoever needs it whole finds it in the JSON. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 5)}…${address.slice(-5)}`;
}

/** `1 entry`, `2 entries`. */
export function countedEntries(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "entry" : "entries"}`;
}

/**
 * JSON in RFC 8785 form (JCS): no blanks, members sorted by the UTF-16 code units of their names, numbers as in
 * ECMAScript. Undefined members are left out, as in JSON.stringify.
 * @throws TypeError for values outside the RFC: NaN, infinities, lone surrogates, bigints, functions.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return stringText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`canonical JSON has no ${typeof value}`);
  return canonicalObject(canonicalMembers(value));
}

/** A member of an object with its value in canonical form. */
export type CanonicalMember = readonly [name: string, text: string];

/** An object's members in canonical order. @throws as `canonicalJson` does */
export function canonicalMembers(value: object): CanonicalMember[] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonicalJson(member)]);
}

/** The object with these members, which are in canonical order. @throws as `canonicalJson` does */
export function canonicalObject(members: readonly CanonicalMember[]): string {
  return `{${members.map(([name, text]) => `${stringText(name)}:${text}`).join(",")}}`;
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`canonical JSON has no ${value}`);
  return JSON.stringify(value);
}

function stringText(value: string): string {
  if (!value.isWellFormed()) throw new TypeError("canonical JSON has no lone surrogates");
  return JSON.stringify(value);
}

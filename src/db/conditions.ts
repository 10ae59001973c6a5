import type { SqlValue } from "./sql.ts";

/**
 * The conditions of a list whose filters may be missing, joined by AND, with their values in the order of the text. Each
 * set of filters is a statement of its own, so that SQLite picks the index for just these.
 */
export class Conditions {
  readonly values: SqlValue[] = [];
  readonly #texts: string[] = [];

  /** @param text with one `?` for each value */
  add(text: string, ...values: readonly SqlValue[]): this {
    this.#texts.push(text);
    this.values.push(...values);
    return this;
  }

  /** Adds a condition with one value, unless the filter is missing. */
  addGiven(text: string, value: SqlValue | undefined): this {
    return value === null || value === undefined ? this : this.add(text, value);
  }

  /** The text after WHERE. Without conditions it is `true`, which selects every row. */
  get text(): string {
    return this.#texts.length === 0 ? "true" : this.#texts.join(" AND ");
  }
}

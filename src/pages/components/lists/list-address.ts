/** Parameters of a list in the page's address. Undefined and empty ones are absent. */
export type ListQuery = Readonly<Record<string, string | number | undefined>>;

/** The address of a list with its parameters: filters, order, columns and page. */
export class ListAddress {
  constructor(
    readonly path: string,
    readonly query: ListQuery,
  ) {}

  /** The address with some parameters changed; undefined removes one. */
  with(changes: ListQuery): string {
    const given = Object.entries({ ...this.query, ...changes }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return query.size === 0 ? this.path : `${this.path}?${query}`;
  }

  /** A parameter as text; undefined if it is absent. */
  text(name: string): string | undefined {
    return this.query[name]?.toString();
  }
}

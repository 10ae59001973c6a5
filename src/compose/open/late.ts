/** A value that is set once, by what is made after its readers. */
export class Late<Value extends object> {
  #value: Value | null = null;

  /** @param name for errors */
  constructor(private readonly name: string) {}

  /** @throws Error if it is set already */
  set(value: Value): void {
    if (this.#value !== null) throw new Error(`${this.name}: set already`);
    this.#value = value;
  }

  /** @throws Error if it is not set yet */
  get(): Value {
    if (this.#value === null) throw new Error(`${this.name}: not complete yet`);
    return this.#value;
  }
}

/** Concurrent callers with the same key share one answer. */
export class SingleFlight {
  readonly #flights = new Map<string, Promise<unknown>>();

  run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const under = this.#flights.get(key);
    if (under !== undefined) return under as Promise<Value>;
    const flight = work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }
}

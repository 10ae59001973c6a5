import type { Signal } from "./sql.ts";

/** Who waits for commits that signal a topic. */
export class Listeners {
  readonly #byTopic = new Map<Signal, Set<() => void>>();

  /** Calls the listener at each `announce` of the topic, until the returned function is called. It must not throw. */
  add(topic: Signal, listener: () => void): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Takes the topics out of the set and calls their listeners. */
  announce(signals: Set<Signal>): void {
    if (signals.size === 0) return;
    const topics = [...signals];
    signals.clear();
    for (const topic of topics) for (const listener of this.#byTopic.get(topic) ?? []) listener();
  }
}

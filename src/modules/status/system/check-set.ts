import type { StatusCheck } from "../../platform/checks/index.ts";
import type { State } from "./rules.ts";

/** What is known of a check, whatever services it needs. */
export type CheckInfo = Omit<StatusCheck<never>, "look">;

const LETTERS: Readonly<Record<string, State>> = { o: "ok", w: "warn", b: "bad", m: "maintenance" };
const ABSENT = "-";

/** Every check of the build, in the order of their slots. */
export class CheckSet {
  readonly all: readonly CheckInfo[];
  readonly names: readonly string[];
  readonly #byName: ReadonlyMap<string, CheckInfo>;

  /** @throws Error where two checks share a slot or a name */
  constructor(checks: readonly CheckInfo[]) {
    this.all = [...checks].sort((a, b) => a.slot - b.slot);
    this.names = this.all.map(({ name }) => name);
    this.#byName = new Map(this.all.map((check) => [check.name, check]));
    const slots = new Set(this.all.map(({ slot }) => slot));
    if (slots.size < this.all.length || this.#byName.size < this.all.length)
      throw new Error("two status checks share a slot or a name");
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  find(name: string): CheckInfo | undefined {
    return this.#byName.get(name);
  }

  /** The check's title; its name where this build does not have it. */
  titleOf(name: string): string {
    return this.#byName.get(name)?.title ?? name;
  }

  /** States as a snapshot stores them: one letter per slot. */
  encode(states: ReadonlyMap<string, State>): string {
    const letters: string[] = [];
    for (const { name, slot } of this.all) letters[slot] = states.get(name)?.charAt(0) ?? ABSENT;
    return Array.from(letters, (letter) => letter ?? ABSENT).join("");
  }

  /** The states that a snapshot stored; checks that its build did not have are missing. */
  decode(letters: string): Map<string, State> {
    const states = new Map<string, State>();
    for (const { name, slot } of this.all) {
      const state = LETTERS[letters.charAt(slot)];
      if (state !== undefined) states.set(name, state);
    }
    return states;
  }
}

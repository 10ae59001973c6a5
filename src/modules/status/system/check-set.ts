import type { StatusCheck } from "../../platform/checks/index.ts";
import type { ShownState } from "./rules.ts";

/** Description of a check, independent of the services it needs. */
export type CheckInfo = Omit<StatusCheck<never>, "look">;

const LETTERS: Readonly<Record<string, ShownState>> = {
  o: "ok",
  w: "warn",
  b: "bad",
  m: "maintenance",
  u: "unknown",
};
const ABSENT = "-";

/** State of a stored letter; undefined if it is none. */
export function readLetter(letter: string): ShownState | undefined {
  return LETTERS[letter];
}

/** Every check, ordered by slot. */
export class CheckSet {
  readonly all: readonly CheckInfo[];
  readonly names: readonly string[];
  readonly #byName: ReadonlyMap<string, CheckInfo>;

  /** @throws Error if two checks share a slot or a name */
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

  /** Title of a check; its name if this build lacks it. */
  toTitle(name: string): string {
    return this.#byName.get(name)?.title ?? name;
  }

  /** Encodes states for storage: one letter per slot. */
  encode(states: ReadonlyMap<string, ShownState>): string {
    const letters: string[] = [];
    for (const { name, slot } of this.all) letters[slot] = states.get(name)?.charAt(0) ?? ABSENT;
    return Array.from(letters, (letter) => letter ?? ABSENT).join("");
  }

  /** Decodes stored states; checks that the storing build lacked are missing. */
  decode(letters: string): Map<string, ShownState> {
    const states = new Map<string, ShownState>();
    for (const { name, slot } of this.all) {
      const state = readLetter(letters.charAt(slot));
      if (state !== undefined) states.set(name, state);
    }
    return states;
  }
}

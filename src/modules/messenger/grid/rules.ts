import type { GridSetup } from "../campaigns/index.ts";
import type { CellContent } from "../seeds/index.ts";

/** What a reveal leads to; amounts in hundredths. */
export interface Revealed {
  state: "active" | "cleared" | "hit";
  reward: number;
  bonus: number;
}

/** A mine ends the round and takes nothing back; the last target clears it and pays the bonus. */
export function afterReveal(
  { clear_bonus, reward_per_target, targets }: GridSetup,
  foundBefore: number,
  content: CellContent,
): Revealed {
  if (content === "mine") return { state: "hit", reward: 0, bonus: 0 };
  if (content === "empty") return { state: "active", reward: 0, bonus: 0 };
  const isCleared = foundBefore + 1 >= targets;
  return {
    state: isCleared ? "cleared" : "active",
    reward: reward_per_target,
    bonus: isCleared ? clear_bonus : 0,
  };
}

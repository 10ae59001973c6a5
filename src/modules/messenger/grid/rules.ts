import type { GridSetup } from "../campaigns/index.ts";
import type { CellContent } from "../seeds/index.ts";

/** The result of a reveal; amounts in hundredths of a salute. */
export interface RevealOutcome {
  state: "active" | "cleared" | "hit";
  reward: number;
  bonus: number;
}

/** A mine ends the round, and earned rewards stay. The last target clears the round and pays the bonus. */
export function afterReveal(
  { clear_bonus, reward_per_target, targets }: GridSetup,
  foundBefore: number,
  content: CellContent,
): RevealOutcome {
  if (content === "mine") return { state: "hit", reward: 0, bonus: 0 };
  if (content === "empty") return { state: "active", reward: 0, bonus: 0 };
  const isCleared = foundBefore + 1 >= targets;
  return {
    state: isCleared ? "cleared" : "active",
    reward: reward_per_target,
    bonus: isCleared ? clear_bonus : 0,
  };
}

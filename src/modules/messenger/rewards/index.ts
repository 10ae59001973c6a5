export { budgets, causes } from "./invariants.ts";
export { NewReward, shownAmount, storedAmount } from "./rewards.ts";

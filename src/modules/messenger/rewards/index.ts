export { budgets, causes } from "./invariants.ts";
export { amountOf, NewReward, unitsOf } from "./rewards.ts";

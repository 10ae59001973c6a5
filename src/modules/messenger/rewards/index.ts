export { amountOf, NewReward, unitsOf } from "./rewards.ts";

export {
  type CheckOutcome,
  defineCheck,
  noData,
  type Runbook,
  type StatusCheck,
  type Thresholds,
} from "./check.ts";
export { LEVELS, type Level, levelAbove, pickWorst } from "./levels.ts";

export {
  type CheckOutcome,
  defineCheck,
  type Runbook,
  type StatusCheck,
  type Threshold,
  type Thresholds,
} from "./check.ts";
export { LEVELS, type Level, levelAbove, worstOf } from "./levels.ts";

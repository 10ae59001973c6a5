export {
  type CheckOutcome,
  defineCheck,
  type Runbook,
  type StatusCheck,
  type Thresholds,
} from "./check.ts";
export { LEVELS, type Level, levelAbove, worstOf } from "./levels.ts";

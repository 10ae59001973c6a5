export { PlanBody, PlanView, type ShiftView, WEEKDAYS } from "./model.ts";
export { availableOperators, type Duty, escalationMinutes, findDuty, planView } from "./read.ts";
export { setPlan } from "./set-plan.ts";
export { weeklyRotation, weeklyTurns } from "./weekly.ts";

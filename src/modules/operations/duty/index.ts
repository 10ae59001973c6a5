export { type NewPlan, PlanBody, PlanView, type ShiftView, WEEKDAYS } from "./model.ts";
export { availableOperators, type Duty, escalationMinutes, findDuty, planView } from "./read.ts";
export { setPlan } from "./set-plan.ts";
export { type WeeklyTurns, weeklyRotation, weeklyTurns } from "./weekly.ts";

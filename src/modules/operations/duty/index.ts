export { PlanBody, PlanView, type ShiftView, WEEKDAYS } from "./model.ts";
export { availableOperators, type Duty, findDuty, planView } from "./read.ts";
export { setPlan } from "./set-plan.ts";

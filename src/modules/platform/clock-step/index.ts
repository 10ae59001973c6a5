export { acceptClock } from "./accept-clock.ts";
export { clockCheck, describeStep } from "./check.ts";
export { CLOCK_HOLDS, findStep } from "./step.ts";
export { lookAtClock, watchClock } from "./watch-clock.ts";

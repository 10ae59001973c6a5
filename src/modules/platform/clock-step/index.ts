export { acceptClock } from "./accept-clock.ts";
export { clockCheck, describeStep } from "./check.ts";
export { lookAtClock } from "./look-at-clock.ts";
export { CLOCK_HOLDS, findStep } from "./step.ts";

export { answerStandby } from "./answers.ts";
export { startCanary } from "./canary.ts";
export type { StandbyFacts } from "./facts.ts";
export { Follower } from "./follower.ts";
export { StandbyWatch } from "./watch.ts";

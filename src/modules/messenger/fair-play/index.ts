export { fairRounds } from "./invariants.ts";
export { fairPlay } from "./log-days.ts";
export { fairPlayRoutes } from "./routes.player.ts";
export { parseRounds, type Verdict, verifyRound } from "./verify-round.ts";

export { type Control, type ControlStatus, overallOf } from "./control.ts";
export type { TrustFacts } from "./facts.ts";
export { readControls } from "./read.ts";
export { trustRoutes } from "./routes.public.ts";
export type { TrustSource } from "./source.ts";

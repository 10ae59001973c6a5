export {
  CONTROL_KINDS,
  type ControlStatus,
  countStatuses,
  judgeOverall,
  type KindedControl,
} from "./control.ts";
export { ControlsTable } from "./controls-table.tsx";
export type { TrustFacts } from "./facts.ts";
export { readControls } from "./read.ts";
export { trustRoutes } from "./routes.public.ts";
export { type TrustParts, type TrustSource, toTrustSource } from "./source.ts";

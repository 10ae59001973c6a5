export { type Finding, type Invariant, noRows, toFinding } from "./invariant.ts";

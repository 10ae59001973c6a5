export { type Finding, findingOf, type Invariant, noRows } from "./invariant.ts";

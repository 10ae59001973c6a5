export { type Finding, findFaults, type Invariant, noRows, type Statement, toFinding } from "./invariant.ts";

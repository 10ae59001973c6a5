export {
  createOnce,
  Faults,
  type Finding,
  findFaults,
  type Invariant,
  noRows,
  type Once,
  type Part,
  type Statement,
  toFinding,
} from "./invariant.ts";

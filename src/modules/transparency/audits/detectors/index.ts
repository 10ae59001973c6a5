export { DETECTORS } from "./list.ts";
export {
  ANOMALY_TYPES,
  type AnomalyType,
  type Finding,
  type Pass,
  SEVERITIES,
  type Severity,
  type ThresholdDefinition,
} from "./support/detector.ts";
export type {
  AccountChange,
  AuditTransaction,
  Figures,
  OwnerChange,
  PowerReading,
  TopOwners,
} from "./support/input.ts";

export {
  ANOMALY_TYPES,
  type AnomalyType,
  type Finding,
  type Pass,
  SEVERITIES,
  type Severity,
  type ThresholdDefinition,
} from "./detector.ts";
export type {
  AccountChange,
  AuditTransaction,
  Figures,
  OwnerChange,
  PowerReading,
  TopOwners,
} from "./input.ts";
export { DETECTORS } from "./list.ts";

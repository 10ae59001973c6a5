export {
  ANOMALY_TYPES,
  type AnomalyType,
  type Detector,
  type Finding,
  type Pass,
  SEVERITIES,
  type Severity,
  type ThresholdDefinition,
  type Thresholds,
} from "./detector.ts";
export type {
  AccountChange,
  AuditTransaction,
  AuthorityChange,
  FailedMinute,
  Figures,
  OwnerChange,
  PowerReading,
  SupplyChange,
  TopOwners,
  TransferFee,
  WalletList,
} from "./input.ts";
export { DETECTORS } from "./list.ts";

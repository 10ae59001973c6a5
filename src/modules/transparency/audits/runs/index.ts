export { AuditRunner } from "./audit-runner.ts";
export { RUN_RETENTION } from "./clear.ts";
export { AUDIT_ERRORS } from "./errors.ts";
export { SupplyUnknown } from "./figures.ts";
export type { PaidFor } from "./holdings.ts";
export { auditJob } from "./job.ts";
export type { Anomaly, AuditRun } from "./model.ts";
export type { AuditParts } from "./parts.ts";
export { baselineChangedAt, pinBaseline } from "./pin-baseline.ts";
export { requestedWindow } from "./requested-window.ts";
export { NothingToAudit, runAudit } from "./run-audit.ts";
export {
  countCompleteRuns,
  findAuditedUntil,
  findBaseline,
  findCompleteBefore,
  findLatestComplete,
  findRun,
  hasRowId,
  hasSignature,
  listRuns,
  runHasSignature,
} from "./store.ts";
export { RunShape, runView, SeverityCounts } from "./view.ts";
export { dayBefore, RUN_ID } from "./window.ts";

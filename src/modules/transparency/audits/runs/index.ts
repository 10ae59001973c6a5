export type { Anomaly, AuditRun, Coverage, Overall, RowFilter } from "./model.ts";
export {
  countByType,
  countCompleteRuns,
  countRows,
  eachRow,
  findBaseline,
  findCompleteBefore,
  findLatestComplete,
  findRun,
  findRunOfSignature,
  hasRowId,
  hasSignature,
  listRuns,
  listRunsUpTo,
  readRows,
} from "./store.ts";

import { noRows } from "../../platform/invariants/index.ts";
import { FAULTS_OF_SUMS } from "./store.ts";

/** The sums behind the monthly reports. */
export const months = noRows(
  "ledger_months",
  "each month's sums by partner, kind and reason are those of its entries",
  FAULTS_OF_SUMS,
);

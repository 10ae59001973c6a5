import { setting } from "./setting.ts";
import { optional, whole } from "./values.ts";

/** The operators' desk (contract section 17). */
export const DESK_SETTINGS = {
  suppressionsFile: setting("SUPPRESSIONS_FILE", {
    fallback: "",
    example: "/etc/salute/suppressions.json",
    meaning:
      "JSON file with the rules that suppress refusals in the 403 digest; unset: suppressions.json in the data directory",
    parse: optional,
  }),
  reversalApprovalSalutes: setting("REVERSAL_APPROVAL_SALUTES", {
    fallback: "10000",
    example: "10000",
    meaning:
      "Largest total in salutes that one operator may reverse, adjust or forfeit alone; above it another one must approve",
    parse: whole(0, 1e12),
  }),
};

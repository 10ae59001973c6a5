import { setting } from "./setting.ts";
import { optional } from "./values.ts";

/** The operators' desk (contract section 17). */
export const DESK_SETTINGS = {
  suppressionsFile: setting("SUPPRESSIONS_FILE", {
    fallback: "",
    example: "/etc/salute/suppressions.json",
    meaning:
      "JSON file with the rules that suppress refusals in the 403 digest; unset: suppressions.json in the data directory",
    parse: optional,
  }),
};

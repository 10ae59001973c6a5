import { setting } from "./setting.ts";
import { optional } from "./values.ts";

/** What developers are told (contract-2 section 18). */
export const DEVELOPER_SETTINGS = {
  deprecationsFile: setting(
    "DEPRECATIONS_FILE",
    "",
    "/etc/salute/deprecations.json",
    "JSON file with the endpoints that are withdrawn and when; unset: what the build withdraws, which is none",
    optional,
  ),
};

import { setting } from "./setting.ts";
import { optional } from "./values.ts";

/** Notices to developers (contract-2 section 18). */
export const DEVELOPER_SETTINGS = {
  deprecationsFile: setting("DEPRECATIONS_FILE", {
    fallback: "",
    example: "/etc/salute/deprecations.json",
    meaning:
      "JSON file with the withdrawn endpoints and their dates; unset: those of the build, currently none",
    parse: optional,
  }),
};

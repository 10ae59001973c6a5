import { version } from "../../../package.json";

/** Set by the build: Unix milliseconds as text. */
declare const SALUTE_BUILT_AT: string | undefined;

/** This build's version from package.json. */
export const VERSION: string = version;

/** Unix milliseconds of the executable's build; null when run from source. */
export const BUILT_AT: number | null =
  typeof SALUTE_BUILT_AT === "undefined" ? null : Number(SALUTE_BUILT_AT);

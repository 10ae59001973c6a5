import { version } from "../../package.json";

/** Put in by the build: Unix milliseconds as text. */
declare const SALUTE_BUILT_AT: string | undefined;

/** Of this build, as package.json names it. */
export const VERSION: string = version;

/** When the executable was built, in Unix milliseconds; null when run from source. */
export const BUILT_AT: number | null =
  typeof SALUTE_BUILT_AT === "undefined" ? null : Number(SALUTE_BUILT_AT);

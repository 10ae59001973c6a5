import { version } from "../../../package.json";

/** Set by the build: Unix milliseconds as text. */
declare const SALUTE_BUILT_AT: string | undefined;
/** Set by the build: hash of the commit, or empty. */
declare const SALUTE_COMMIT: string | undefined;

/** This build's version from package.json. */
export const VERSION: string = version;

/** Unix milliseconds of the executable's sources, the time of their commit; null when run from source. */
export const BUILT_AT: number | null =
  typeof SALUTE_BUILT_AT === "undefined" ? null : Number(SALUTE_BUILT_AT);

/** Commit of the executable's sources, with `+changes` if they differed from it; null if unknown or run from source. */
export const COMMIT: string | null = typeof SALUTE_COMMIT === "undefined" ? null : SALUTE_COMMIT || null;

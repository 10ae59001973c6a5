import { version } from "../../package.json";

/** Of this build, as package.json names it. */
export const VERSION: string = version;

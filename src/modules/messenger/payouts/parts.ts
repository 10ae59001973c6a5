import type { Seeds } from "../seeds/index.ts";
import type { OnPaused } from "./watch.ts";

/** Dependencies of the games. */
export interface GameParts {
  seeds: Seeds;
  onPaused: OnPaused;
}

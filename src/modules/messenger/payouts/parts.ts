import type { Seeds } from "../seeds/index.ts";
import type { OnPaused } from "./watch.ts";

/** What games stand on. */
export interface GameParts {
  seeds: Seeds;
  onPaused: OnPaused;
}

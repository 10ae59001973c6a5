import type { ControlStatus } from "./control.ts";

/** Facts supplied by higher modules; each null until known. Times in Unix milliseconds. */
export interface TrustFacts {
  /** Status of webhook deliveries in the system status. */
  deliveries(): Promise<{ at: number; status: ControlStatus; message: string } | null>;
  /** The open incidents: when the first began, and the worst severity. */
  incident(): { at: number; open: { since: number; severity: "warn" | "bad" } | null } | null;
  /** The last restore drill. */
  drill(): { at: number; isOk: boolean; source: "backup" | "replica"; recoverySeconds: number } | null;
  /** Litestream, if a replica is configured; its version is null while it is not running. */
  litestream(): { version: string | null } | null;
}

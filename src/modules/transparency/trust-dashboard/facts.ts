/** Facts that modules above this one know; each null where nothing is known yet. Times are Unix milliseconds. */
export interface TrustFacts {
  /** How deliveries of webhooks do, by the system's status. */
  deliveries(): Promise<{ at: number; status: "ok" | "warn" | "bad"; message: string } | null>;
  /** The incident in progress when the service was last looked at. */
  incident(): { at: number; open: { since: number; severity: "warn" | "bad" } | null } | null;
  /** The last rehearsal of a restore. */
  drill(): { at: number; isOk: boolean; source: "backup" | "replica"; recoverySeconds: number } | null;
  /** Litestream where a replica is configured; its version null while it does not run. */
  litestream(): { version: string | null } | null;
}

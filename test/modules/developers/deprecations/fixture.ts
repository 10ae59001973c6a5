import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../../../src/compose/config.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { SCRATCH } from "../../../harness/processes/scratch.ts";

/** The clock of a new world. */
export const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
export const DAY_MS = 86_400_000;

export const at = (days: number) => new Date(NOW + days * DAY_MS).toISOString();

/** A deprecation that starts in 5 days, with its sunset in 20. */
export const ENTRY = {
  id: "old-balance",
  title: "The old balance goes",
  endpoints: [
    { method: "GET", path: "/api/salutes/balance" },
    { method: "POST", path: "/api/canary/echo" },
  ],
  announced_at: at(-15),
  deprecated_at: at(5),
  sunset_at: at(20),
  replacement: "GET /api/partner/users/{user_id}",
  reason: "The user holds the balance.",
  migration: ["Read the user", "Take its balance"],
};

export const schedule = (...deprecations: object[]) => JSON.stringify({ deprecations });

export function scheduleFile(text: string): string {
  const path = join(mkdtempSync(join(SCRATCH, "deprecations-")), "deprecations.json");
  writeFileSync(path, text);
  return path;
}

export function createScheduledWorld(text = schedule(ENTRY), environment: Environment = {}): Promise<World> {
  return createWorld({ ...environment, DEPRECATIONS_FILE: scheduleFile(text) });
}

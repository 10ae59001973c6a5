import type { Mounted } from "../../../http/mounted.ts";
import type { KeyMode } from "../../../http/operation.ts";

/** Order of the first calls with a key of each mode (interface, quickstart preview order). */
const ORDER: Record<KeyMode, readonly string[]> = {
  sandbox: [
    "/api/partner/capabilities",
    "/api/partner/sandbox/verify",
    "/api/partner/sandbox/token-status",
    "/api/partner/sandbox/promotion-report",
    "/api/partner/errors.json",
  ],
  live: [
    "/api/partner/capabilities",
    "/api/partner/status",
    "/api/partner/token-status",
    "/api/partner/errors.json",
  ],
};

export interface Step {
  order: number;
  title: string;
  method: string;
  path: string;
  requires_signature: boolean;
}

/** Steps of a mode that exist in this build, numbered from 1. */
export function onboardingSteps(mode: KeyMode, mounted: Mounted): Step[] {
  return ORDER[mode]
    .map((path) => mounted.find("GET", path))
    .filter((operation) => operation !== null)
    .map(({ summary, method, path, access }, index) => ({
      order: index + 1,
      title: summary,
      method,
      path,
      requires_signature: access.readsBodyFirst,
    }));
}

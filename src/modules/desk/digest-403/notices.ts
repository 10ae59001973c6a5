import type { SuppressionFile } from "../../access/refusals/index.ts";
import type { Notice } from "../../platform/notices/index.ts";

/** A suppressions file that cannot be used waits for a hand to mend it. */
export function suppressionNotices(file: SuppressionFile, now: number): Notice[] {
  const { fault } = file.read(now);
  return fault === null ? [] : [{ status: "warn", message: fault, path: "/admin/ops/403-digest" }];
}

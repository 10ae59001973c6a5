import type { SuppressionFile } from "../../access/refusals/index.ts";
import type { Notice } from "../../platform/notices/index.ts";

/** A warning while the suppressions file cannot be read. */
export function suppressionNotices(file: SuppressionFile, now: number): Notice[] {
  const { fault } = file.read(now);
  return fault === null ? [] : [{ status: "warn", message: fault, path: "/admin/ops/403-digest" }];
}

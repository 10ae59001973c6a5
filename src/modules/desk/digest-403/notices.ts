import type { SuppressionFile } from "../../access/refusals/index.ts";
import { type Notice, singleNotice } from "../../platform/notices/index.ts";

/** A warning while the suppressions file cannot be read. */
export function suppressionNotices(file: SuppressionFile, now: number): Notice[] {
  const { fault } = file.read(now);
  if (fault === null) return [];
  return [
    singleNotice({ id: "suppressions_file", status: "warn", title: fault, path: "/admin/ops/403-digest" }),
  ];
}

import { defineErrors } from "../../../http/answers/catalog.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { REVISION_CONFLICT } from "../../platform/revisions/index.ts";

/** Error codes of changes to revisions (contract section 16). */
export const REVISION_ERRORS = {
  ...REVISION_CONFLICT,
  ...defineErrors({
    revision_required: {
      http_status: 428,
      category: "validation",
      retry_class: "fail_fast",
      title: "The expected revision is missing",
      retry_behavior: "Send X-Expected-Revision with the revision that the change is based on.",
    },
  }),
};

/** @param current 0 for an unknown key. @throws Problem revision_conflict with `current_revision` */
export function requireRevision(current: number, expected: number): void {
  if (current === expected) return;
  throw new Problem(
    REVISION_ERRORS.revision_conflict,
    current === 0
      ? "Send expected_revision 0 or omit it: this key does not exist."
      : `Read revision ${current} and base the change on it: ${expected} is not the current revision.`,
    { extra: { current_revision: current } },
  );
}

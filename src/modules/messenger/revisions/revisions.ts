import { defineErrors } from "../../../http/answers/catalog.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { REVISION_CONFLICT } from "../../platform/revisions/index.ts";

/** Codes of what operators change in revisions (contract section 16). */
export const REVISION_ERRORS = {
  ...REVISION_CONFLICT,
  ...defineErrors({
    revision_required: {
      http_status: 428,
      category: "validation",
      retry_class: "fail_fast",
      title: "The expected revision is missing",
      retry_behavior: "Send X-Expected-Revision with the revision that the change was made from.",
    },
  }),
};

/** @param current 0 where nothing is there yet. @throws Problem revision_conflict with `current_revision` */
export function requireRevision(current: number, expected: number): void {
  if (current === expected) return;
  throw new Problem(
    REVISION_ERRORS.revision_conflict,
    current === 0
      ? `Send expected_revision 0 or none: there is nothing with this key.`
      : `Read revision ${current} and change that: ${expected} is not the current one.`,
    { extra: { current_revision: current } },
  );
}
